/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_cxx_string.c: models of the members of std::string that the C++ library contains as compiled
 * code.
 *
 * The string's header (pointer and length) is read, and written if the routine may change it. Text
 * that is passed in is read. A change in place writes from the first changed character through the
 * terminator, and reads what it moves: the text behind what is inserted or removed. A change that
 * needs more room reads the old text and writes the new text whole, into
 * a fresh block. A string that is moved from hands over its block, or its text if that is short.
 * Cost: the cells touched.
 *
 * Layout: libstdc++'s std::__cxx11::basic_string {pointer, length, 16 bytes of short text or the
 * capacity}, stable in its ABI since GCC 5.
 */
#include "libc_cxx.h"
#include "libc_scan.h"

struct string {
    char *text;
    size_t length;
    union {
        char short_text[16];
        size_t capacity;
    };
};

#define HEADER 16 /* pointer and length */
#define NPOS ((size_t)-1)

static int is_short(const struct string *s) {
    return s->text == s->short_text;
}

static uint64_t reads_text(struct ort_site site, const char *s) {
    return reads(site, s, ort_scan_length(s) + 1);
}
static uint64_t reads_string(struct ort_site site, const struct string *s) {
    uint64_t cells = reads(site, s, HEADER);
    return cells + reads(site, s->text, s->length);
}
static uint64_t reads_part(struct ort_site site, const struct string *s, size_t at, size_t n) {
    uint64_t cells = reads(site, s, HEADER);
    if (at > s->length) return cells;
    return cells + reads(site, s->text + at, n < s->length - at ? n : s->length - at);
}

/* A string's text, its length and the bytes of its block before the call. The address is a number,
 * because its block may be gone. */
struct was {
    uintptr_t text;
    size_t length;
    size_t bytes;
};

static size_t block_of(const struct string *s) {
    return is_short(s) ? 0 : ort_cxx_block_bytes(s->text, s->capacity + 1);
}

static struct was before(struct ort_site site, const struct string *s) {
    if (!site.on) return (struct was){0};
    return (struct was){(uintptr_t)s->text, s->length, block_of(s)};
}

/* Reports how the block of s changed. A block in place of an earlier one is the same text,
 * grown. */
static void report_block(const struct string *s, struct was old) {
    int was_short = old.text == (uintptr_t)s->short_text;
    if (is_short(s)) {
        if (!was_short) ort_effect_block_end((const void *)old.text);
    } else if (was_short) {
        ort_effect_block(s->text, s->capacity + 1);
    } else {
        ort_effect_block_move((const void *)old.text, s->text, s->capacity + 1);
    }
}
static void report_block_end(struct ort_site site, const struct string *s) {
    if (is_short(s)) return;
    ort_count_freed(site, block_of(s));
    ort_effect_block_end(s->text);
}

/* Records that s changed from character `from` on. */
static uint64_t changed(struct ort_site site, const struct string *s, struct was old, size_t from) {
    uint64_t cells = reads(site, s, HEADER);
    if ((uintptr_t)s->text != old.text) {
        cells += reads(site, (const void *)old.text, old.length);
        report_block(s, old);
        if (!is_short(s)) {
            ort_effect_fresh(site.f, s->text, s->capacity + 1);
            ort_count_resized(site, old.bytes, block_of(s));
        } else {
            ort_count_freed(site, old.bytes);
        }
        cells += writes(site, s->text, s->length + 1);
    } else if (from <= s->length) {
        cells += writes(site, s->text + from, s->length + 1 - from);
    }
    return cells + writes(site, s, HEADER);
}

/* Records that a change in place moved the old text from character `tail` on. */
static uint64_t shifted(struct ort_site site, const struct string *s, struct was old, size_t tail) {
    if ((uintptr_t)s->text != old.text || s->length == old.length || tail >= old.length) return 0;
    return reads(site, s->text + tail, old.length - tail);
}

/* Returns where the text begins behind `cut` characters at `at`. */
static size_t behind(struct was old, size_t at, size_t cut) {
    return at >= old.length || cut >= old.length - at ? old.length : at + cut;
}

/* Records a new string: its header, and its text in a fresh block if it is long. */
static uint64_t made(struct ort_site site, const struct string *s) {
    if (!is_short(s)) {
        ort_effect_fresh(site.f, s->text, s->capacity + 1);
        ort_effect_block(s->text, s->capacity + 1);
        ort_count_block(site, block_of(s));
        uint64_t cells = writes(site, s, sizeof *s);
        return cells + writes(site, s->text, s->length + 1);
    }
    return writes(site, s, HEADER + s->length + 1);
}

CXX_ACCOUNT(append, "std::string::append");
CXX_ACCOUNT(assign, "std::string::assign");
CXX_ACCOUNT(insert, "std::string::insert");
CXX_ACCOUNT(replace, "std::string::replace");
CXX_ACCOUNT(erase, "std::string::erase");
CXX_ACCOUNT(resize, "std::string::resize");
CXX_ACCOUNT(reserve, "std::string::reserve");
CXX_ACCOUNT(construct, "std::string::string");
CXX_ACCOUNT(destroy, "std::string::~string");
CXX_ACCOUNT(swap, "std::string::swap");
CXX_ACCOUNT(compare, "std::string::compare");
CXX_ACCOUNT(find, "std::string::find");
CXX_ACCOUNT(substr, "std::string::substr");
CXX_ACCOUNT(copy, "std::string::copy");

#define STRING(member) _ZNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE##member
#define CONST_STRING(member) _ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE##member

/* Defines the model of one routine. `effect` may use site, the parameters, `old` (s before the
 * call) and the result r. */
#define MEMBER(symbol, charged, ret, params, args, effect)                                         \
    MEMBER_(symbol, charged, ret, params, args, effect)
#define MEMBER_(symbol, charged, ret, params, args, effect)                                        \
    typedef ret(*fn_##symbol) params;                                                              \
    extern ORT_WEAK ret symbol params;                                                             \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(ret, symbol, params) {                                                             \
        struct ort_site site = ort_site();                                                         \
        struct was old = before(site, s);                                                          \
        ret r = bound_##symbol() args;                                                             \
        if (site.on) charge(site, &account_##charged, effect);                                     \
        (void)old;                                                                                 \
        return r;                                                                                  \
    }

/* Defines the model of a routine without a result. `first` is evaluated before the call. */
#define PROCEDURE(symbol, charged, params, args, first, effect)                                    \
    PROCEDURE_(symbol, charged, params, args, first, effect)
#define PROCEDURE_(symbol, charged, params, args, first, effect)                                   \
    typedef void(*fn_##symbol) params;                                                             \
    extern ORT_WEAK void symbol params;                                                            \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(void, symbol, params) {                                                            \
        struct ort_site site = ort_site();                                                         \
        uint64_t cells = 0;                                                                        \
        struct was old = {0};                                                                      \
        if (site.on) first;                                                                        \
        bound_##symbol() args;                                                                     \
        if (site.on) charge(site, &account_##charged, cells + (effect));                           \
        (void)old;                                                                                 \
    }

typedef struct string S;

/* Reads of the source, which are recorded before the change. */
#define TEXT reads_text(site, t)
#define TEXT_N reads(site, t, n)
#define OTHER reads_string(site, o)
#define OTHER_PART reads_part(site, o, at, n)
#define NONE 0

#define GROW(member, charged, params, args, source, from)                                          \
    MEMBER(STRING(member), charged, S *, params, args, (source) + changed(site, s, old, from))
#define END old.length
#define TAIL(cut) shifted(site, s, old, behind(old, at, cut))

GROW(9_M_appendEPKcm, append, (S * s, const char *t, size_t n), (s, t, n), TEXT_N, END)
GROW(6appendEPKcm, append, (S * s, const char *t, size_t n), (s, t, n), TEXT_N, END)
GROW(6appendEPKc, append, (S * s, const char *t), (s, t), TEXT, END)
GROW(6appendERKS4_, append, (S * s, const S *o), (s, o), OTHER, END)
GROW(6appendERKS4_mm, append, (S * s, const S *o, size_t at, size_t n), (s, o, at, n), OTHER_PART,
     END)
GROW(6appendEmc, append, (S * s, size_t n, char c), (s, n, c), NONE, END)
GROW(pLEPKc, append, (S * s, const char *t), (s, t), TEXT, END)
GROW(pLERKS4_, append, (S * s, const S *o), (s, o), OTHER, END)
GROW(pLEc, append, (S * s, char c), (s, c), NONE, END)
GROW(6assignEPKcm, assign, (S * s, const char *t, size_t n), (s, t, n), TEXT_N, 0)
GROW(6assignEPKc, assign, (S * s, const char *t), (s, t), TEXT, 0)
GROW(6assignERKS4_, assign, (S * s, const S *o), (s, o), OTHER, 0)
GROW(6assignERKS4_mm, assign, (S * s, const S *o, size_t at, size_t n), (s, o, at, n), OTHER_PART,
     0)
GROW(6assignEmc, assign, (S * s, size_t n, char c), (s, n, c), NONE, 0)
GROW(aSEPKc, assign, (S * s, const char *t), (s, t), TEXT, 0)
GROW(aSERKS4_, assign, (S * s, const S *o), (s, o), OTHER, 0)
GROW(aSEc, assign, (S * s, char c), (s, c), NONE, 0)
GROW(6insertEmPKc, insert, (S * s, size_t at, const char *t), (s, at, t), TEXT + TAIL(0), at)
GROW(6insertEmPKcm, insert, (S * s, size_t at, const char *t, size_t n), (s, at, t, n),
     TEXT_N + TAIL(0), at)
GROW(6insertEmRKS4_, insert, (S * s, size_t at, const S *o), (s, at, o), OTHER + TAIL(0), at)
GROW(6insertEmmc, insert, (S * s, size_t at, size_t n, char c), (s, at, n, c), TAIL(0), at)
GROW(7replaceEmmPKc, replace, (S * s, size_t at, size_t cut, const char *t), (s, at, cut, t),
     TEXT + TAIL(cut), at)
GROW(7replaceEmmPKcm, replace, (S * s, size_t at, size_t cut, const char *t, size_t n),
     (s, at, cut, t, n), TEXT_N + TAIL(cut), at)
GROW(7replaceEmmRKS4_, replace, (S * s, size_t at, size_t cut, const S *o), (s, at, cut, o),
     OTHER + TAIL(cut), at)
GROW(7replaceEmmmc, replace, (S * s, size_t at, size_t cut, size_t n, char c), (s, at, cut, n, c),
     TAIL(cut), at)
GROW(10_M_replaceEmmPKcm, replace, (S * s, size_t at, size_t cut, const char *t, size_t n),
     (s, at, cut, t, n), TEXT_N + TAIL(cut), at)
GROW(14_M_replace_auxEmmmc, replace, (S * s, size_t at, size_t cut, size_t n, char c),
     (s, at, cut, n, c), TAIL(cut), at)
GROW(5eraseEmm, erase, (S * s, size_t at, size_t n), (s, at, n), TAIL(n), at)

#define CHANGE(member, charged, params, args, source, from)                                        \
    PROCEDURE(STRING(member), charged, params, args, old = before(site, s),                        \
              (source) + changed(site, s, old, from))
CHANGE(9push_backEc, append, (S * s, char c), (s, c), NONE, END)
CHANGE(9_M_assignERKS4_, assign, (S * s, const S *o), (s, o), OTHER, 0)
CHANGE(8_M_eraseEmm, erase, (S * s, size_t at, size_t n), (s, at, n), TAIL(n), at)
CHANGE(9_M_mutateEmmPKcm, replace, (S * s, size_t at, size_t cut, const char *t, size_t n),
       (s, at, cut, t, n), t ? TEXT_N : 0, at)
CHANGE(8pop_backEv, erase, (S * s), (s), NONE, s->length)
CHANGE(5clearEv, erase, (S * s), (s), NONE, 0)
CHANGE(6resizeEm, resize, (S * s, size_t n), (s, n), NONE, END < n ? END : n)
CHANGE(6resizeEmc, resize, (S * s, size_t n, char c), (s, n, c), NONE, END < n ? END : n)
CHANGE(7reserveEm, reserve, (S * s, size_t n), (s, n), NONE, NPOS)
CHANGE(7reserveEv, reserve, (S * s), (s), NONE, NPOS)
CHANGE(13shrink_to_fitEv, reserve, (S * s), (s), NONE, NPOS)

#define MAKE(member, params, args, source)                                                         \
    PROCEDURE(STRING(member), construct, params, args, (void)0, (source) + made(site, s))
#define MAKE_BOTH(rest, params, args, source)                                                      \
    MAKE(C1##rest, params, args, source) MAKE(C2##rest, params, args, source)
MAKE_BOTH(Ev, (S * s), (s), NONE)
MAKE_BOTH(ERKS4_, (S * s, const S *o), (s, o), OTHER)
MAKE_BOTH(ERKS4_mm, (S * s, const S *o, size_t at, size_t n), (s, o, at, n), OTHER_PART)
MAKE_BOTH(EPKcRKS3_, (S * s, const char *t, const void *allocator), (s, t, allocator), TEXT)
MAKE_BOTH(EPKcmRKS3_, (S * s, const char *t, size_t n, const void *allocator), (s, t, n, allocator),
          TEXT_N)
MAKE_BOTH(EmcRKS3_, (S * s, size_t n, char c, const void *allocator), (s, n, c, allocator), NONE)
MAKE(12_M_constructEmc, (S * s, size_t n, char c), (s, n, c), NONE)

/* Records a move from o to s: short text is copied, a block changes hands and keeps its stamps. */
static uint64_t taken_over(struct ort_site site, const S *s, const S *o) {
    uint64_t cells = reads(site, o, is_short(s) ? HEADER + s->length + 1 : sizeof *o);
    cells += writes(site, s, is_short(s) ? HEADER + s->length + 1 : sizeof *s);
    return cells + writes(site, o, HEADER + 1);
}
PROCEDURE(STRING(C1EOS4_), construct, (S * s, S *o), (s, o), (void)0, taken_over(site, s, o))
PROCEDURE(STRING(C2EOS4_), construct, (S * s, S *o), (s, o), (void)0, taken_over(site, s, o))
MEMBER(STRING(aSEOS4_), assign, S *, (S * s, S *o), (s, o), taken_over(site, s, o))
MEMBER(STRING(6assignEOS4_), assign, S *, (S * s, S *o), (s, o), taken_over(site, s, o))

PROCEDURE(STRING(D1Ev), destroy, (S * s), (s),
          (cells = reads(site, s, HEADER), report_block_end(site, s)), 0)
PROCEDURE(STRING(D2Ev), destroy, (S * s), (s),
          (cells = reads(site, s, HEADER), report_block_end(site, s)), 0)
PROCEDURE(STRING(10_M_disposeEv), destroy, (S * s), (s),
          (cells = reads(site, s, HEADER), report_block_end(site, s)), 0)
PROCEDURE(STRING(10_M_destroyEm), destroy, (S * s, size_t capacity), (s, capacity),
          (cells = reads(site, s, 8), report_block_end(site, s)), 0)

static uint64_t swapped(struct ort_site site, const S *a, const S *b) {
    uint64_t cells = reads(site, a, sizeof *a);
    cells += reads(site, b, sizeof *b);
    cells += writes(site, a, sizeof *a);
    return cells + writes(site, b, sizeof *b);
}
PROCEDURE(STRING(4swapERS4_), swap, (S * s, S *o), (s, o), (void)0, swapped(site, s, o))

/* Records a fresh block for `capacity` characters, which the caller then fills. */
static uint64_t room(struct ort_site site, const char *block, const size_t *capacity) {
    ort_effect_fresh(site.f, block, *capacity + 1);
    ort_effect_block(block, *capacity + 1);
    ort_count_block(site, ort_cxx_block_bytes(block, *capacity + 1));
    uint64_t cells = reads(site, capacity, sizeof *capacity);
    return cells + writes(site, capacity, sizeof *capacity);
}
MEMBER(STRING(9_M_createERmm), reserve, char *, (S * s, size_t *capacity, size_t had),
       (s, capacity, had), room(site, r, capacity))

/* Records that a comparison read both strings through the first difference, never past the end of
 * the shorter one. */
static uint64_t compared(struct ort_site site, const char *a, size_t na, const char *b, size_t nb) {
    size_t seen = ort_scan_memory_compared(a, b, na < nb ? na : nb);
    uint64_t cells = reads(site, a, seen);
    return cells + reads(site, b, seen);
}
static uint64_t compared_text(struct ort_site site, const S *s, const char *t) {
    size_t n = ort_scan_length(t);
    uint64_t cells = reads(site, s, HEADER);
    cells += reads(site, t, n + 1);
    return cells + compared(site, s->text, s->length, t, n);
}
static uint64_t compared_string(struct ort_site site, const S *s, const S *o) {
    uint64_t cells = reads(site, s, HEADER);
    cells += reads(site, o, HEADER);
    return cells + compared(site, s->text, s->length, o->text, o->length);
}
static uint64_t compared_part(struct ort_site site, const S *s, size_t at, size_t cut,
                              const char *t, size_t n) {
    uint64_t cells = reads(site, s, HEADER);
    size_t rest = s->length - at;
    return cells + compared(site, s->text + at, cut < rest ? cut : rest, t, n);
}

#define LOOK(member, charged, ret, params, args, effect)                                           \
    MEMBER(CONST_STRING(member), charged, ret, params, args, effect)
LOOK(7compareERKS4_, compare, int, (const S *s, const S *o), (s, o), compared_string(site, s, o))
LOOK(7compareEPKc, compare, int, (const S *s, const char *t), (s, t), compared_text(site, s, t))
LOOK(7compareEmmPKcm, compare, int, (const S *s, size_t at, size_t cut, const char *t, size_t n),
     (s, at, cut, t, n), compared_part(site, s, at, cut, t, n))
LOOK(7compareEmmPKc, compare, int, (const S *s, size_t at, size_t cut, const char *t),
     (s, at, cut, t), compared_part(site, s, at, cut, t, ort_scan_length(t)))
LOOK(7compareEmmRKS4_, compare, int, (const S *s, size_t at, size_t cut, const S *o),
     (s, at, cut, o), compared_part(site, s, at, cut, o->text, o->length))

/* Record searches. A forward search reads from `at` to the end of the hit, a backward one from the
 * hit to the end of the text at its start. Sets of characters are read whole. */
static uint64_t found(struct ort_site site, const S *s, size_t at, size_t hit, size_t n) {
    uint64_t cells = reads(site, s, HEADER);
    if (at > s->length) return cells;
    size_t end = hit == NPOS || n > s->length - hit ? s->length : hit + n;
    return cells + reads(site, s->text + at, end - at);
}
static uint64_t found_back(struct ort_site site, const S *s, size_t at, size_t hit, size_t n) {
    uint64_t cells = reads(site, s, HEADER);
    size_t end = at >= s->length || n > s->length - at ? s->length : at + n;
    size_t from = hit == NPOS ? 0 : hit;
    return cells + (from < end ? reads(site, s->text + from, end - from) : 0);
}

#define FIND(name, direction)                                                                      \
    LOOK(name##EPKcmm, find, size_t, (const S *s, const char *t, size_t at, size_t n),             \
         (s, t, at, n), TEXT_N + direction(site, s, at, r, FOUND_LENGTH(n)))                       \
    LOOK(name##EPKcm, find, size_t, (const S *s, const char *t, size_t at), (s, t, at),            \
         TEXT + direction(site, s, at, r, FOUND_LENGTH(ort_scan_length(t))))                       \
    LOOK(name##ERKS4_m, find, size_t, (const S *s, const S *o, size_t at), (s, o, at),             \
         OTHER + direction(site, s, at, r, FOUND_LENGTH(o->length)))                               \
    LOOK(name##Ecm, find, size_t, (const S *s, char c, size_t at), (s, c, at),                     \
         direction(site, s, at, r, 1))
#define FOUND_LENGTH(n) (n)
FIND(4find, found)
FIND(5rfind, found_back)
#undef FOUND_LENGTH
#define FOUND_LENGTH(n) 1
FIND(13find_first_of, found)
FIND(17find_first_not_of, found)
FIND(12find_last_of, found_back)
FIND(16find_last_not_of, found_back)

LOOK(4copyEPcmm, copy, size_t, (const S *s, char *to, size_t n, size_t at), (s, to, n, at),
     reads_part(site, s, at, n) + writes(site, to, r))

/* The result is constructed at the address in the first argument. */
#define SUBSTR(symbol) SUBSTR_(symbol)
#define SUBSTR_(symbol)                                                                            \
    typedef S *(*fn_substr)(S *, const S *, size_t, size_t);                                       \
    extern ORT_WEAK S *symbol(S *, const S *, size_t, size_t);                                     \
    BOUND(fn_substr, symbol)                                                                       \
    ORT_VARIANT(S *, symbol, (S * result, const S *s, size_t at, size_t n)) {                      \
        struct ort_site site = ort_site();                                                         \
        S *r = bound_##symbol()(result, s, at, n);                                                 \
        if (site.on) {                                                                             \
            uint64_t cells = reads_part(site, s, at, n);                                           \
            charge(site, &account_substr, cells + made(site, r));                                  \
        }                                                                                          \
        return r;                                                                                  \
    }
SUBSTR(CONST_STRING(6substrEmm))
