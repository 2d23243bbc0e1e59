/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The findings of E. Coppa, C. Demetrescu, I. Finocchi, "Input-Sensitive Profiling", section 3, in
 * the word counter wf: str_tolower computes the length of its string at every letter and is
 * quadratic; addword, which looks harder, is linear in the length of its word.
 *
 * Also of str_tolower: steps = (n + 1)^2
 * Count of str_tolower: inclusive length_asked grows n^2
 * Count of addword: hashed = n
 * Also of count_words: inclusive lowering grows n
 */
#include <ordo/ordo.h>

#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 64 };

struct word {
    struct word *next;
    long count;
    char text[];
};

static size_t length(const char *s) {
    size_t n = 0;
    while (s[n]) { /* count: steps */
        n++;
    }
    return n;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void str_tolower(char *s, size_t n) {
    (void)n;
    for (size_t i = 0; i < length(s); /* count: length_asked condition */
         i++) {
        s[i] = lower(s[i]);
    }
}

static unsigned hash(const char *s, size_t n) {
    unsigned h = 5381;
    for (size_t i = 0; i < n; i++) {
        h = h * 33 + (unsigned char)s[i]; /* count: hashed */
    }
    return h % BUCKETS;
}

static void add(struct word **buckets, const char *s, size_t n) {
    struct word **bucket = &buckets[hash(s, n)], *w = *bucket;
    while (w && (strncmp(w->text, s, n) != 0 || w->text[n])) w = w->next;
    if (!w) {
        w = calloc(1, sizeof *w + n + 1);
        if (!w) abort();
        memcpy(w->text, s, n);
        w->next = *bucket;
        *bucket = w;
    }
    w->count++;
}

static void release(struct word **buckets) {
    for (size_t i = 0; i < BUCKETS; i++)
        while (buckets[i]) {
            struct word *w = buckets[i];
            buckets[i] = w->next;
            free(w);
        }
}

static void addword(char *s, size_t n) {
    struct word *buckets[BUCKETS] = {0};
    add(buckets, s, n);
    release(buckets);
}

/* Words of a text are short, so it does not show that lowering is quadratic in their length. */
static void count_words(char *text, size_t n) {
    struct word *buckets[BUCKETS] = {0};
    for (size_t i = 0, begin = 0; i <= n; i++) {
        if (i < n && text[i] != ' ') continue;
        text[i] = 0;
        str_tolower(text + begin, i - begin); /* count: lowering */
        if (i > begin) add(buckets, text + begin, i - begin);
        begin = i + 1;
    }
    release(buckets);
}

ORDO_EXPERIMENT(str_tolower, .inputs = ordo_random_string, .to = 100, .step = 5);
ORDO_EXPERIMENT(addword, .inputs = ordo_random_string, .from = 5, .to = 100, .step = 5);
ORDO_EXPERIMENT(count_words, .inputs = ordo_text, .from = 100, .to = 2000, .step = 100);
