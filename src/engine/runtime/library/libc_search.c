/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_search.c: models of the routines that search a string or split it.
 *
 * A search reads from the start through its hit or the terminator. A search from the end reads the
 * string whole. Sets of characters and needles are read whole. Cost: the cells touched.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <string.h>
#include <strings.h>

extern char *__strtok_r(char *, const char *, char **);
extern char *__xpg_basename(char *);
extern char *dirname(char *);

static void searched(struct ort_site site, struct ordo_scope *account, const char *s,
                     const char *hit) {
    size_t seen = hit ? (size_t)(hit - s) : ort_scan_length(s);
    charge(site, account, reads(site, s, seen + 1));
}

#define SEARCH(fn)                                                                                 \
    ORT_MODEL(char *, fn, (const char *s, int c)) {                                                \
        struct ort_site site = ort_site();                                                         \
        char *r = fn(s, c);                                                                        \
        if (site.on) searched(site, &account_##fn, s, r);                                          \
        return r;                                                                                  \
    }
SEARCH(strchr)
SEARCH(index)
SEARCH(strchrnul)

#define SEARCH_WHOLE(fn)                                                                           \
    ORT_MODEL(char *, fn, (const char *s, int c)) {                                                \
        struct ort_site site = ort_site();                                                         \
        char *r = fn(s, c);                                                                        \
        if (site.on) searched(site, &account_##fn, s, NULL);                                       \
        return r;                                                                                  \
    }
SEARCH_WHOLE(strrchr)
SEARCH_WHOLE(rindex)

/* Reads the needle, and the haystack to the end of the first hit. */
#define SEARCH_STRING(fn)                                                                          \
    ORT_MODEL(char *, fn, (const char *hay, const char *needle)) {                                 \
        struct ort_site site = ort_site();                                                         \
        char *r = fn(hay, needle);                                                                 \
        if (site.on) {                                                                             \
            size_t n = ort_scan_length(needle);                                                    \
            uint64_t cells = reads(site, needle, n + 1);                                           \
            cells += reads(site, hay, r ? (size_t)(r - hay) + n : ort_scan_length(hay) + 1);       \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
SEARCH_STRING(strstr)
SEARCH_STRING(strcasestr)

static uint64_t reads_set(struct ort_site site, const char *set) {
    return reads(site, set, ort_scan_length(set) + 1);
}

#define SPAN(fn)                                                                                   \
    ORT_MODEL(size_t, fn, (const char *s, const char *set)) {                                      \
        struct ort_site site = ort_site();                                                         \
        size_t n = fn(s, set);                                                                     \
        if (site.on) {                                                                             \
            uint64_t cells = reads(site, s, n + 1);                                                \
            cells += reads_set(site, set);                                                         \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return n;                                                                                  \
    }
SPAN(strspn)
SPAN(strcspn)

ORT_MODEL(char *, strpbrk, (const char *s, const char *set)) {
    struct ort_site site = ort_site();
    char *r = strpbrk(s, set);
    if (site.on) {
        uint64_t cells = reads(site, s, (r ? (size_t)(r - s) : ort_scan_length(s)) + 1);
        cells += reads_set(site, set);
        charge(site, &account_strpbrk, cells);
    }
    return r;
}

/* Records that one token was cut from `from`, skipped delimiters included. The text is read through
 * the byte after the token. If `next` is past that byte, it was a delimiter, and a NUL is written
 * over it. */
static uint64_t cut(struct ort_site site, const char *from, const char *token, const char *next) {
    if (!token) return from ? reads(site, from, ort_scan_length(from) + 1) : 0;
    const char *end = token + ort_scan_length(token);
    uint64_t cells = reads(site, from, (size_t)(end - from) + 1);
    if (next > end) cells += writes(site, end, 1);
    return cells;
}

/* strtok keeps its position to itself. If the first argument is NULL, the text counts as read from
 * the token on. As no result then shows whether a delimiter followed, a NUL counts as written. */
ORT_MODEL(char *, strtok, (char *s, const char *set)) {
    struct ort_site site = ort_site();
    size_t length = site.on && s ? ort_scan_length(s) : 0;
    char *r = strtok(s, set);
    if (site.on) {
        uint64_t cells = 0;
        if (r) {
            const char *end = r + ort_scan_length(r);
            cells = cut(site, s ? s : r, r, s && end == s + length ? end : end + 1);
        } else if (s) {
            cells = reads(site, s, length + 1);
        }
        cells += reads_set(site, set);
        charge(site, &account_strtok, cells);
    }
    return r;
}

ORT_MODEL(char *, strtok_r, (char *s, const char *set, char **save)) {
    struct ort_site site = ort_site();
    const char *from = s ? s : *save;
    char *r = strtok_r(s, set, save);
    if (site.on) {
        uint64_t cells = s ? 0 : reads(site, save, sizeof *save);
        cells += cut(site, from, r, *save);
        cells += reads_set(site, set);
        cells += writes(site, save, sizeof *save);
        charge(site, &account_strtok_r, cells);
    }
    return r;
}

ORT_VARIANT(char *, __strtok_r, (char *s, const char *set, char **save)) {
    return __ordo_wrap_strtok_r(s, set, save);
}

ORT_MODEL(char *, strsep, (char **at, const char *set)) {
    struct ort_site site = ort_site();
    char *r = strsep(at, set);
    if (site.on) {
        uint64_t cells = reads(site, at, sizeof *at);
        if (r) {
            cells += cut(site, r, r, *at);
            cells += reads_set(site, set);
            cells += writes(site, at, sizeof *at);
        }
        charge(site, &account_strsep, cells);
    }
    return r;
}

/* Finding the last component reads the path whole. dirname and __xpg_basename may write a NUL,
 * which shows as a shorter string. */
ORT_AFTER(ORT_MODEL, char *, basename, (const char *path), r, basename(path),
          searched(site, &account_basename, path, NULL))

#define CUT_PATH(fn)                                                                               \
    ORT_MODEL(char *, fn, (char *path)) {                                                          \
        struct ort_site site = ort_site();                                                         \
        size_t n = site.on && path ? ort_scan_length(path) : 0;                                    \
        char *r = fn(path);                                                                        \
        if (site.on) {                                                                             \
            uint64_t cells = path ? reads(site, path, n + 1) : 0;                                  \
            size_t kept = path ? ort_scan_length(path) : 0;                                        \
            if (kept < n) cells += writes(site, path + kept, 1);                                   \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
CUT_PATH(__xpg_basename)
CUT_PATH(dirname)
