/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_cxx_stream.c: models of the C++ library's streams of characters.
 *
 * As in libc_stdio.c, a stream's own memory is not input: what goes into it is read, and what comes
 * out of it is written by the kernel. Cost: the cells touched; numbers and single characters cost
 * 1. Bytes of text count as I/O. Bytes of formatted numbers do not, because no result shows how
 * many there were. As input, what was taken from the stream's buffer counts (stream_place.h),
 * unless the characters of the stream are in the program's memory already.
 */
#include "libc_cxx.h"
#include "libc_scan.h"
#include "stream_place.h"

struct string {
    char *text;
    size_t length;
    size_t rest[2];
};

CXX_ACCOUNT(put, "std::ostream::operator<<");
CXX_ACCOUNT(write, "std::ostream::write");
CXX_ACCOUNT(get, "std::istream::operator>>");
CXX_ACCOUNT(read, "std::istream::read");
CXX_ACCOUNT(getline, "std::getline");

#define ROUTINE(symbol, params, args, charged, before, effect)                                     \
    typedef void *(*fn_##symbol)params;                                                            \
    extern ORT_WEAK void *symbol params;                                                           \
    BOUND(fn_##symbol, symbol)                                                                     \
    ORT_VARIANT(void *, symbol, params) {                                                          \
        struct ort_site site = ort_site();                                                         \
        before;                                                                                    \
        void *r = bound_##symbol() args;                                                           \
        if (site.on) charge(site, &account_##charged, effect);                                     \
        return r;                                                                                  \
    }

/* Where the text goes: declared before the call, by PUT. */
#define PUT                                                                                        \
    const struct ort_put_place before =                                                            \
        site.on ? ort_cxx_put_place(stream) : (struct ort_put_place) {                             \
        NULL, NULL                                                                                 \
    }

static uint64_t text_out(struct ort_site site, const void *stream,
                         const struct ort_put_place *before, const char *s, size_t n,
                         size_t terminator) {
    moved(site, n);
    uint64_t cells = reads(site, s, n + terminator);
    const struct ort_put_place after = ort_cxx_put_place(stream);
    /* If the buffer was too small, all that was in it has moved. */
    const char *from = after.begin == before->begin ? before->next : after.begin;
    if (from && after.next > from) cells += writes(site, from, (size_t)(after.next - from));
    return cells;
}
static uint64_t string_out(struct ort_site site, const void *stream,
                           const struct ort_put_place *before, const struct string *s) {
    uint64_t cells = reads(site, s, 16);
    return cells + text_out(site, stream, before, s->text, s->length, 0);
}

ROUTINE(_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l,
        (void *stream, const char *s, long n), (stream, s, n), put, PUT,
        text_out(site, stream, &before, s, (size_t)n, 0))
ROUTINE(_ZNSo5writeEPKcl, (void *stream, const char *s, long n), (stream, s, n), write, PUT,
        text_out(site, stream, &before, s, (size_t)n, 0))
ROUTINE(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc, (void *stream, const char *s),
        (stream, s), put, PUT, s ? text_out(site, stream, &before, s, ort_scan_length(s), 1) : 0)
ROUTINE(
    _ZStlsIcSt11char_traitsIcESaIcEERSt13basic_ostreamIT_T0_ES7_RKNSt7__cxx1112basic_stringIS4_S5_T1_EE,
    (void *stream, const struct string *s), (stream, s), put, PUT,
    string_out(site, stream, &before, s))
ROUTINE(_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_c, (void *stream, int c), (stream, c),
        put, , 1)
ROUTINE(_ZNSo3putEc, (void *stream, int c), (stream, c), put, , 1)

/* A manipulator is a routine and may belong to the program. */
ROUTINE(_ZNSolsEPFRSoS_E, (void *stream, void *(*manipulator)(void *)), (stream, manipulator), put,
        , 1)

#define NUMBER_OUT(symbol, type) ROUTINE(symbol, (void *stream, type x), (stream, x), put, , 1)
NUMBER_OUT(_ZNSolsEb, _Bool)
NUMBER_OUT(_ZNSolsEs, short)
NUMBER_OUT(_ZNSolsEt, unsigned short)
NUMBER_OUT(_ZNSolsEi, int)
NUMBER_OUT(_ZNSolsEj, unsigned)
NUMBER_OUT(_ZNSolsEl, long)
NUMBER_OUT(_ZNSolsEm, unsigned long)
NUMBER_OUT(_ZNSolsEx, long long)
NUMBER_OUT(_ZNSolsEy, unsigned long long)
NUMBER_OUT(_ZNSolsEf, float)
NUMBER_OUT(_ZNSolsEd, double)
NUMBER_OUT(_ZNSolsEe, long double)
NUMBER_OUT(_ZNSolsEPKv, const void *)
NUMBER_OUT(_ZNSo9_M_insertIbEERSoT_, _Bool)
NUMBER_OUT(_ZNSo9_M_insertIlEERSoT_, long)
NUMBER_OUT(_ZNSo9_M_insertImEERSoT_, unsigned long)
NUMBER_OUT(_ZNSo9_M_insertIxEERSoT_, long long)
NUMBER_OUT(_ZNSo9_M_insertIyEERSoT_, unsigned long long)
NUMBER_OUT(_ZNSo9_M_insertIdEERSoT_, double)
NUMBER_OUT(_ZNSo9_M_insertIeEERSoT_, long double)
NUMBER_OUT(_ZNSo9_M_insertIPKvEERSoT_, const void *)

/* Records the bytes that a routine took from a stream which was at `before`. */
static void taken(const void *stream, const struct ort_stream_place *before) {
    if (!before->file) return;
    const struct ort_stream_place after = ort_cxx_place(stream);
    if (after.file == before->file)
        ort_effect_file_in(after.file, ort_stream_passed(before, &after));
}

/* Records n bytes of the stream, if they come from outside. */
static void delivered_by(const void *stream, size_t n) {
    FILE *file = ort_cxx_place(stream).file;
    if (file) ort_effect_file_in(file, n);
}

static uint64_t value_in(struct ort_site site, const void *stream,
                         const struct ort_stream_place *before, const void *x, size_t size) {
    taken(stream, before);
    return fills(site, x, size);
}

#define NOWHERE ((struct ort_stream_place){NULL, NULL, NULL, NULL})
#define PLACE const struct ort_stream_place before = site.on ? ort_cxx_place(stream) : NOWHERE

#define NUMBER_IN(symbol, type)                                                                    \
    ROUTINE(symbol, (void *stream, type *x), (stream, x), get, PLACE,                              \
            value_in(site, stream, &before, x, sizeof *x))
NUMBER_IN(_ZNSirsERb, _Bool)
NUMBER_IN(_ZNSirsERs, short)
NUMBER_IN(_ZNSirsERt, unsigned short)
NUMBER_IN(_ZNSirsERi, int)
NUMBER_IN(_ZNSirsERj, unsigned)
NUMBER_IN(_ZNSirsERl, long)
NUMBER_IN(_ZNSirsERm, unsigned long)
NUMBER_IN(_ZNSirsERx, long long)
NUMBER_IN(_ZNSirsERy, unsigned long long)
NUMBER_IN(_ZNSirsERf, float)
NUMBER_IN(_ZNSirsERd, double)
NUMBER_IN(_ZNSirsERe, long double)
NUMBER_IN(_ZNSi10_M_extractIbEERSiRT_, _Bool)
NUMBER_IN(_ZNSi10_M_extractItEERSiRT_, unsigned short)
NUMBER_IN(_ZNSi10_M_extractIjEERSiRT_, unsigned)
NUMBER_IN(_ZNSi10_M_extractIlEERSiRT_, long)
NUMBER_IN(_ZNSi10_M_extractImEERSiRT_, unsigned long)
NUMBER_IN(_ZNSi10_M_extractIxEERSiRT_, long long)
NUMBER_IN(_ZNSi10_M_extractIyEERSiRT_, unsigned long long)
NUMBER_IN(_ZNSi10_M_extractIfEERSiRT_, float)
NUMBER_IN(_ZNSi10_M_extractIdEERSiRT_, double)
NUMBER_IN(_ZNSi10_M_extractIeEERSiRT_, long double)
NUMBER_IN(_ZStrsIcSt11char_traitsIcEERSt13basic_istreamIT_T0_ES6_RS3_, char)
NUMBER_IN(_ZNSi3getERc, char)

/* Returns the number of characters read: the stream's gcount, the first word after its pointer to
 * the virtual table. */
static size_t delivered(const void *stream) {
    long n = ((const long *)stream)[1];
    return n > 0 ? (size_t)n : 0;
}
static uint64_t block_in(struct ort_site site, const void *stream, const char *to) {
    size_t n = delivered(stream);
    moved(site, n);
    delivered_by(stream, n);
    return fills(site, to, n);
}
ROUTINE(_ZNSi4readEPcl, (void *stream, char *to, long n), (stream, to, n), read, ,
        block_in(site, stream, to))

/* gcount includes the delimiter, which the terminator replaces. */
static uint64_t line_in(struct ort_site site, const void *stream, const char *to, long room) {
    delivered_by(stream, delivered(stream));
    return room > 0 ? fills(site, to, ort_scan_length(to) + 1) : 0;
}
ROUTINE(_ZNSi7getlineEPclc, (void *stream, char *to, long n, int end), (stream, to, n, end),
        getline, , line_in(site, stream, to, n))
ROUTINE(_ZNSi7getlineEPcl, (void *stream, char *to, long n), (stream, to, n), getline, ,
        line_in(site, stream, to, n))

static size_t block_of(const struct string *s) {
    return s->text == (const char *)s->rest ? 0 : ort_cxx_block_bytes(s->text, s->rest[0] + 1);
}

/* Records that a string was filled anew, and its block, of `had` bytes, grown if necessary. */
static uint64_t string_in(struct ort_site site, const struct string *s, const char *old,
                          size_t had) {
    uint64_t cells = reads(site, s, 16);
    if (s->text != old) {
        if (s->text != (const char *)s->rest) {
            ort_effect_fresh(site.f, s->text, s->rest[0] + 1);
            ort_count_resized(site, had, block_of(s));
        }
    }
    moved(site, s->length);
    cells += fills(site, s->text, s->length + 1);
    return cells + writes(site, s, 16);
}
#define STRING_IN(symbol, charged, params, args, before, input)                                    \
    ROUTINE(symbol, params, args, charged, const char *old = s->text;                              \
            const size_t had = site.on ? block_of(s) : 0;                                          \
            before, (input, string_in(site, s, old, had)))
#define LINE_IN(symbol, params, args)                                                              \
    STRING_IN(symbol, getline, params, args, ,                                                     \
              delivered_by(stream, ort_cxx_line(stream, s->length)))
LINE_IN(
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EES4_,
    (void *stream, struct string *s, int end), (stream, s, end))
LINE_IN(
    _ZSt7getlineIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
    (void *stream, struct string *s), (stream, s))
STRING_IN(
    _ZStrsIcSt11char_traitsIcESaIcEERSt13basic_istreamIT_T0_ES7_RNSt7__cxx1112basic_stringIS4_S5_T1_EE,
    get, (void *stream, struct string *s), (stream, s), PLACE, taken(stream, &before))
