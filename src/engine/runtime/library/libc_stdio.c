/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_stdio.c: models of characters, lines and blocks through streams.
 *
 * A stream counts as the outside world: its own memory is not input. What comes out of it into the
 * program's memory is written by the kernel, and what goes into it is read. Cost: the program's
 * cells touched, or 1 for a single character. Bytes moved count as I/O.
 *
 * Formatted text is in libc_print.c and libc_scanf.c, opening files in libc_file.c.
 */
#include "libc_alloc.h"
#include "libc_scan.h"
#include "libc_wrap.h"
#include <stdio.h>

extern int _IO_getc(FILE *);
extern int _IO_putc(int, FILE *);
extern char *__fgets_chk(char *, size_t, int, FILE *);
extern char *__fgets_unlocked_chk(char *, size_t, int, FILE *);
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *);
extern size_t __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
extern ssize_t __getdelim(char **, size_t *, int, FILE *);

#undef getc
#undef putc
#undef getchar
#undef putchar
#undef getc_unlocked
#undef putc_unlocked
#undef getchar_unlocked
#undef putchar_unlocked
#undef fread_unlocked
#undef fwrite_unlocked

static void one(struct ort_site site, struct ordo_scope *account, int result, uint64_t bytes,
                FILE *from, FILE *to) {
    char c = (char)result;
    if (result != EOF) {
        moved(site, bytes);
        if (from) ort_effect_stream_in(from, bytes == 1 ? &c : NULL, bytes);
        if (to) ort_effect_stream_out(to, bytes == 1 ? &c : NULL, bytes);
    }
    charge(site, account, 1);
}

#define CHARACTER(define, charged, fn, bytes, from, to, params, args)                              \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) one(site, &account_##charged, r, bytes, from, to);                            \
        return r;                                                                                  \
    }
CHARACTER(ORT_MODEL, getc, getc, 1, stream, NULL, (FILE * stream), (stream))
CHARACTER(ORT_VARIANT, getc, _IO_getc, 1, stream, NULL, (FILE * stream), (stream))
CHARACTER(ORT_VARIANT, getc, getc_unlocked, 1, stream, NULL, (FILE * stream), (stream))
CHARACTER(ORT_MODEL, fgetc, fgetc, 1, stream, NULL, (FILE * stream), (stream))
CHARACTER(ORT_VARIANT, fgetc, fgetc_unlocked, 1, stream, NULL, (FILE * stream), (stream))
/* Call getc and putc, as the inline versions in the headers do. The library's getchar and putchar
 * are slower. */
#define INLINE_CHARACTER(fn, from, to, params, call)                                               \
    ORT_MODEL(int, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        int r = call;                                                                              \
        if (site.on) one(site, &account_##fn, r, 1, from, to);                                     \
        return r;                                                                                  \
    }
INLINE_CHARACTER(getchar, stdin, NULL, (void), getc(stdin))
CHARACTER(ORT_VARIANT, getchar, getchar_unlocked, 1, stdin, NULL, (void), ())
CHARACTER(ORT_MODEL, getw, getw, 4, stream, NULL, (FILE * stream), (stream))
CHARACTER(ORT_MODEL, putc, putc, 1, NULL, stream, (int c, FILE *stream), (c, stream))
CHARACTER(ORT_VARIANT, putc, _IO_putc, 1, NULL, stream, (int c, FILE *stream), (c, stream))
CHARACTER(ORT_VARIANT, putc, putc_unlocked, 1, NULL, stream, (int c, FILE *stream), (c, stream))
CHARACTER(ORT_MODEL, fputc, fputc, 1, NULL, stream, (int c, FILE *stream), (c, stream))
CHARACTER(ORT_VARIANT, fputc, fputc_unlocked, 1, NULL, stream, (int c, FILE *stream), (c, stream))
INLINE_CHARACTER(putchar, NULL, stdout, (int c), putc(c, stdout))
CHARACTER(ORT_VARIANT, putchar, putchar_unlocked, 1, NULL, stdout, (int c), (c))
CHARACTER(ORT_MODEL, putw, putw, 4, NULL, stream, (int w, FILE *stream), (w, stream))

/* Records output of a text and of `added` (puts: 1) newlines. */
static void text_out(struct ort_site site, struct ordo_scope *account, const char *s, int result,
                     size_t added, FILE *stream) {
    size_t n = ort_scan_length(s);
    if (result != EOF) {
        moved(site, n + added);
        ort_effect_stream_out(stream, s, n);
        if (added) ort_effect_stream_out(stream, "\n", 1);
    }
    charge(site, account, reads(site, s, n + 1));
}

#define TEXT_OUT(define, charged, fn, added, to, params, args)                                     \
    define(int, fn, params) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn args;                                                                           \
        if (site.on) text_out(site, &account_##charged, s, r, added, to);                          \
        return r;                                                                                  \
    }
TEXT_OUT(ORT_MODEL, puts, puts, 1, stdout, (const char *s), (s))
TEXT_OUT(ORT_MODEL, fputs, fputs, 0, stream, (const char *s, FILE *stream), (s, stream))
TEXT_OUT(ORT_VARIANT, fputs, fputs_unlocked, 0, stream, (const char *s, FILE *stream), (s, stream))

ORT_MODEL(void, perror, (const char *s)) {
    struct ort_site site = ort_site();
    perror(s);
    if (site.on) charge(site, &account_perror, s ? reads(site, s, ort_scan_length(s) + 1) : 0);
}

/* Counts whole items only, because the stream does not say how much of an incomplete item it
 * stored. */
static void block_in(struct ort_site site, struct ordo_scope *account, const void *p, size_t size,
                     size_t items, FILE *stream) {
    moved(site, size * items);
    ort_effect_stream_in(stream, p, size * items);
    charge(site, account, fills(site, p, size * items));
}

#define BLOCK_IN(define, fn, params, args)                                                         \
    define(size_t, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        size_t items = fn args;                                                                    \
        if (site.on) block_in(site, &account_fread, p, size, items, stream);                       \
        return items;                                                                              \
    }
BLOCK_IN(ORT_MODEL, fread, (void *p, size_t size, size_t count, FILE *stream),
         (p, size, count, stream))
BLOCK_IN(ORT_VARIANT, fread_unlocked, (void *p, size_t size, size_t count, FILE *stream),
         (p, size, count, stream))
BLOCK_IN(ORT_VARIANT, __fread_chk, (void *p, size_t room, size_t size, size_t count, FILE *stream),
         (p, room, size, count, stream))
BLOCK_IN(ORT_VARIANT, __fread_unlocked_chk,
         (void *p, size_t room, size_t size, size_t count, FILE *stream),
         (p, room, size, count, stream))

#define BLOCK_OUT(define, fn)                                                                      \
    define(size_t, fn, (const void *p, size_t size, size_t count, FILE *stream)) {                 \
        struct ort_site site = ort_site();                                                         \
        size_t items = fn(p, size, count, stream);                                                 \
        if (site.on) {                                                                             \
            moved(site, size *items);                                                              \
            ort_effect_stream_out(stream, p, size *items);                                         \
            charge(site, &account_fwrite, takes(site, p, size *items));                            \
        }                                                                                          \
        return items;                                                                              \
    }
BLOCK_OUT(ORT_MODEL, fwrite)
BLOCK_OUT(ORT_VARIANT, fwrite_unlocked)

/* Records a line; one with a NUL in it counts up to that NUL. */
static void line_in(struct ort_site site, struct ordo_scope *account, const char *line,
                    FILE *stream) {
    uint64_t cells = 0;
    if (line) {
        size_t n = ort_scan_length(line);
        moved(site, n);
        ort_effect_stream_in(stream, line, n);
        cells = fills(site, line, n + 1);
    }
    charge(site, account, cells);
}

#define LINE_IN(define, charged, fn, params, args)                                                 \
    define(char *, fn, params) {                                                                   \
        struct ort_site site = ort_site();                                                         \
        char *r = fn args;                                                                         \
        if (site.on) line_in(site, &account_##charged, r, stream);                                 \
        return r;                                                                                  \
    }
LINE_IN(ORT_MODEL, fgets, fgets, (char *s, int size, FILE *stream), (s, size, stream))
LINE_IN(ORT_VARIANT, fgets, fgets_unlocked, (char *s, int size, FILE *stream), (s, size, stream))
LINE_IN(ORT_VARIANT, fgets, __fgets_chk, (char *s, size_t room, int size, FILE *stream),
        (s, room, size, stream))
LINE_IN(ORT_VARIANT, fgets, __fgets_unlocked_chk, (char *s, size_t room, int size, FILE *stream),
        (s, room, size, stream))

/* Records a line whose buffer, of `had` bytes, may have been made, grown in place or moved: what is
 * new is fresh, then the line is written. Buffer and capacity are the caller's variables. */
static void grown_line_in(struct ort_site site, struct ordo_scope *account, char **line,
                          const char *old, size_t had, size_t old_capacity, const size_t *capacity,
                          ssize_t n, FILE *stream) {
    uint64_t cells = reads(site, line, sizeof *line) + reads(site, capacity, sizeof *capacity);
    int other = *line != old;
    if (other || *capacity != old_capacity) {
        size_t kept = other || *capacity < old_capacity ? 0 : old_capacity;
        if (other || *capacity > old_capacity)
            ort_effect_fresh(site.f, *line + kept, *capacity - kept);
        if (old)
            ort_effect_block_move(old, *line, *capacity);
        else
            ort_effect_block(*line, *capacity);
        cells += writes(site, line, sizeof *line);
        cells += writes(site, capacity, sizeof *capacity);
        ort_count_resized(site, had, ort_block_bytes(*line, *capacity));
    }
    if (n >= 0) {
        moved(site, (uint64_t)n);
        ort_effect_stream_in(stream, *line, (size_t)n);
        cells += fills(site, *line, (size_t)n + 1);
    }
    charge(site, account, cells);
}

#define GROWN_LINE_IN(define, charged, fn, params, args)                                           \
    define(ssize_t, fn, params) {                                                                  \
        struct ort_site site = ort_site();                                                         \
        const char *old = site.on && line && capacity ? *line : NULL;                              \
        size_t old_capacity = old ? *capacity : 0;                                                 \
        size_t had = ort_block_bytes(old, ORT_BYTES_UNKNOWN);                                      \
        ssize_t n = fn args;                                                                       \
        if (site.on && line && capacity && stream)                                                 \
            grown_line_in(site, &account_##charged, line, old, had, old_capacity, capacity, n,     \
                          stream);                                                                 \
        return n;                                                                                  \
    }
GROWN_LINE_IN(ORT_MODEL, getline, getline, (char **line, size_t *capacity, FILE *stream),
              (line, capacity, stream))
GROWN_LINE_IN(ORT_MODEL, getdelim, getdelim, (char **line, size_t *capacity, int end, FILE *stream),
              (line, capacity, end, stream))
GROWN_LINE_IN(ORT_VARIANT, getdelim, __getdelim,
              (char **line, size_t *capacity, int end, FILE *stream), (line, capacity, end, stream))
