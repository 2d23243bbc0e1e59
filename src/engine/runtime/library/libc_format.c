/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_format.c: finds what a printf or scanf call read and wrote by walking its format.
 *
 * There are three steps: parse the format into conversions, each of which names its arguments by
 * number; fetch the arguments in order, which needs the type of every one; record what each
 * conversion did. Invariant: `kinds[i]` is the type of argument i for every i < n_args. If no
 * conversion names a number, that argument's type is unknown, and nothing is fetched from there on.
 */
#include "libc_format.h"
#include "libc_alloc.h"
#include "libc_scan.h"
#include "libc_wrap.h"
#include <stdint.h>
#include <wchar.h>

enum kind { UNKNOWN, INT, LONG, DOUBLE, LONG_DOUBLE, POINTER };
enum length { NONE, HH, H, L, LL, BIG_L };

struct conversion {
    char letter; /* with S replaced by ls and C by lc */
    enum length length;
    int value, width, precision;       /* argument numbers, -1: none */
    long fixed_width, fixed_precision; /* -1: none */
    int suppressed, allocates;         /* scanf's * and m */
};

union argument {
    int i;
    long l;
    void *p;
};

struct format {
    struct conversion conversions[ORT_FORMAT_MAX];
    int n_conversions;
    enum kind kinds[ORT_FORMAT_MAX];
    union argument arguments[ORT_FORMAT_MAX];
    int n_args; /* arguments named by a conversion */
    int n_fetched;
    int next;      /* number of the next argument in order */
    size_t length; /* of the text, without its terminator */
};

struct cursor {
    const void *text;
    int wide;
    size_t at;
};

/* Returns the next character. No directive contains one outside ASCII, so all of these become
 * 128. */
static int peek(const struct cursor *c) {
    if (!c->wide) return ((const unsigned char *)c->text)[c->at];
    wchar_t w = ((const wchar_t *)c->text)[c->at];
    return w >= 0 && w < 128 ? (int)w : 128;
}

static int one_of(int c, const char *set) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

static long number(struct cursor *c) {
    long n = 0;
    while (peek(c) >= '0' && peek(c) <= '9') {
        if (n < INT32_MAX / 10) n = n * 10 + (peek(c) - '0');
        c->at++;
    }
    return n;
}

/* Consumes "3$" and returns 2, or returns -1 and consumes nothing. */
static int position(struct cursor *c) {
    struct cursor ahead = *c;
    long n = number(&ahead);
    if (n < 1 || peek(&ahead) != '$') return -1;
    ahead.at++;
    *c = ahead;
    return n <= ORT_FORMAT_MAX ? (int)n - 1 : ORT_FORMAT_MAX;
}

/* Notes that argument number `position`, or the next one in order if that is -1, is of type `kind`.
 * Returns its number, or -1 if there are too many. */
static int argument(struct format *f, int position, enum kind kind) {
    int n = position >= 0 ? position : f->next++;
    if (n >= ORT_FORMAT_MAX) return -1;
    f->kinds[n] = kind;
    if (n >= f->n_args) f->n_args = n + 1;
    return n;
}

static enum length length_modifier(struct cursor *c) {
    int m = peek(c);
    if (!one_of(m, "hlqLjztZ")) return NONE;
    c->at++;
    if (m == 'h' && peek(c) == 'h') return c->at++, HH;
    if (m == 'l' && peek(c) == 'l') return c->at++, LL;
    if (m == 'h') return H;
    return m == 'L' ? BIG_L : m == 'q' ? LL : L;
}

static void old_letters(struct conversion *v) {
    if (v->letter == 'S') v->letter = 's', v->length = L;
    if (v->letter == 'C') v->letter = 'c', v->length = L;
}

/* Parses a width or precision: `*`, `*3$` or a number. */
static void amount(struct format *f, struct cursor *c, int *arg, long *fixed) {
    if (peek(c) == '*') {
        c->at++;
        int p = position(c);
        *arg = argument(f, p, INT);
    } else {
        *fixed = number(c);
    }
}

/* Parses a conversion after its %. Returns 0 if it is unknown. */
static int parse_print(struct format *f, struct cursor *c, struct conversion *v) {
    int p = position(c);
    while (one_of(peek(c), "-+ #0'I")) c->at++;
    amount(f, c, &v->width, &v->fixed_width);
    if (peek(c) == '.') {
        c->at++;
        amount(f, c, &v->precision, &v->fixed_precision);
    }
    v->length = length_modifier(c);
    v->letter = (char)peek(c);
    old_letters(v);
    enum kind kind = UNKNOWN;
    if (one_of(v->letter, "diouxXbB"))
        kind = v->length == L || v->length == LL || v->length == BIG_L ? LONG : INT;
    else if (v->letter == 'c')
        kind = INT;
    else if (one_of(v->letter, "eEfFgGaA"))
        kind = v->length == BIG_L || v->length == LL ? LONG_DOUBLE : DOUBLE;
    else if (one_of(v->letter, "spn"))
        kind = POINTER;
    else if (!one_of(v->letter, "m%"))
        return 0;
    if (kind != UNKNOWN) v->value = argument(f, p, kind);
    c->at++;
    return 1;
}

static int parse_scan(struct format *f, struct cursor *c, struct conversion *v) {
    int p = position(c);
    for (; one_of(peek(c), "*'I"); c->at++) v->suppressed |= peek(c) == '*';
    if (peek(c) >= '0' && peek(c) <= '9') v->fixed_width = number(c);
    if (peek(c) == 'm') v->allocates = 1, c->at++;
    v->length = length_modifier(c);
    v->letter = (char)peek(c);
    old_letters(v);
    if (v->letter == '%') {
        v->suppressed = 1;
        c->at++;
        return 1;
    }
    if (!one_of(v->letter, "diouxXpneEfFgGaAcs[")) return 0;
    c->at++;
    if (v->letter == '[') {
        if (peek(c) == '^') c->at++;
        if (peek(c) == ']') c->at++;
        while (peek(c) && peek(c) != ']') c->at++;
        if (peek(c)) c->at++;
    }
    if (!v->suppressed) v->value = argument(f, p, POINTER);
    return 1;
}

static void parse(struct format *f, const void *text, int wide,
                  int (*conversion)(struct format *, struct cursor *, struct conversion *)) {
    struct cursor c = {.text = text, .wide = wide};
    f->n_conversions = f->n_args = f->n_fetched = f->next = 0;
    for (int i = 0; i < ORT_FORMAT_MAX; i++) f->kinds[i] = UNKNOWN;
    f->length = wide ? ort_wide_length(text) : ort_scan_length(text);
    while (c.at < f->length && f->n_conversions < ORT_FORMAT_MAX) {
        if (peek(&c) != '%') {
            c.at++;
            continue;
        }
        c.at++;
        struct conversion v = {.value = -1, .width = -1, .precision = -1};
        v.fixed_width = v.fixed_precision = -1;
        if (!conversion(f, &c, &v)) return;
        f->conversions[f->n_conversions++] = v;
    }
}

static void fetch(struct format *f, va_list ap) {
    for (int i = 0; i < f->n_args; i++, f->n_fetched++) {
        switch (f->kinds[i]) {
        case INT:
            f->arguments[i].i = va_arg(ap, int);
            break;
        case LONG:
            f->arguments[i].l = va_arg(ap, long);
            break;
        case DOUBLE:
            (void)va_arg(ap, double);
            break;
        case LONG_DOUBLE:
            (void)va_arg(ap, long double);
            break;
        case POINTER:
            f->arguments[i].p = va_arg(ap, void *);
            break;
        case UNKNOWN:
            return;
        }
    }
}

static size_t integer_size(enum length length) {
    switch (length) {
    case HH:
        return 1;
    case H:
        return 2;
    case NONE:
        return 4;
    default:
        return 8;
    }
}

static uint64_t read_format(struct ort_site site, const struct format *f, const void *text,
                            int wide) {
    return reads(site, text, (f->length + 1) * (wide ? sizeof(wchar_t) : 1));
}

/* Records what %s read. With a precision, that is at most so many characters, and the terminator
 * only if it is among them. */
static uint64_t read_string(struct ort_site site, const struct format *f,
                            const struct conversion *v, const void *s) {
    long precision = v->fixed_precision;
    if (v->precision >= 0 && v->precision < f->n_fetched) precision = f->arguments[v->precision].i;
    size_t max = precision < 0 ? SIZE_MAX : (size_t)precision;
    int wide = v->length == L || v->length == LL;
    size_t n = wide ? ort_wide_length_max(s, max) : ort_scan_length_max(s, max);
    return reads(site, s, (n < max ? n + 1 : n) * (wide ? sizeof(wchar_t) : 1));
}

uint64_t ort_format_printed(struct ort_site site, const void *format, int wide, va_list ap) {
    struct format f;
    if (!format) return 0; /* the routine has failed */
    parse(&f, format, wide, parse_print);
    fetch(&f, ap);
    uint64_t cells = read_format(site, &f, format, wide);
    for (int i = 0; i < f.n_conversions; i++) {
        const struct conversion *v = &f.conversions[i];
        if (v->value < 0 || v->value >= f.n_fetched) continue;
        void *p = f.arguments[v->value].p;
        if (v->letter == 's' && p) cells += read_string(site, &f, v, p);
        if (v->letter == 'n') cells += writes(site, p, integer_size(v->length));
    }
    return cells;
}

static size_t scanned_size(const struct conversion *v, const void *p) {
    size_t character = v->length == L ? sizeof(wchar_t) : 1;
    switch (v->letter) {
    case 's':
    case '[':
        return ((v->length == L ? ort_wide_length(p) : ort_scan_length(p)) + 1) * character;
    case 'c':
        return (v->fixed_width > 0 ? (size_t)v->fixed_width : 1) * character;
    case 'p':
        return sizeof(void *);
    case 'e':
    case 'E':
    case 'f':
    case 'F':
    case 'g':
    case 'G':
    case 'a':
    case 'A':
        return v->length == L                          ? sizeof(double)
               : v->length == BIG_L || v->length == LL ? sizeof(long double)
                                                       : sizeof(float);
    default:
        return integer_size(v->length);
    }
}

uint64_t ort_format_scanned(struct ort_site site, const void *format, int wide, int from_stream,
                            int assigned, va_list ap) {
    struct format f;
    if (!format) return 0;
    parse(&f, format, wide, parse_scan);
    fetch(&f, ap);
    uint64_t cells = read_format(site, &f, format, wide);
    for (int i = 0; i < f.n_conversions; i++) {
        const struct conversion *v = &f.conversions[i];
        if (v->value < 0 || v->value >= f.n_fetched) continue;
        void *p = f.arguments[v->value].p;
        if (v->letter == 'n') {
            cells += writes(site, p, integer_size(v->length));
            continue;
        }
        if (assigned-- <= 0) break;
        if (v->allocates) {
            cells += writes(site, p, sizeof(void *));
            p = *(void **)p;
        }
        size_t size = scanned_size(v, p);
        if (v->allocates) {
            ort_effect_fresh(site.f, p, size);
            ort_count_block(site, ort_block_bytes(p, size));
        }
        cells += from_stream ? fills(site, p, size) : writes(site, p, size);
    }
    return cells;
}
