/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * wordcount: prints the ten most frequent words of a text. It has two realistic mistakes: lower()
 * calls strlen in its loop's condition, and the table's 64 buckets are lists.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 64, LONGEST = 200 };

struct word {
    struct word *next;
    long count;
    char text[];
};

static struct word *buckets[BUCKETS];
static long n_words;

static void lower(char *text) {
    for (size_t i = 0; i < strlen(text); i++) text[i] = (char)tolower((unsigned char)text[i]);
}

static unsigned hash(const char *text) {
    unsigned h = 5381;
    while (*text) h = h * 33 + (unsigned char)*text++;
    return h;
}

static struct word *find(const char *text) {
    struct word **bucket = &buckets[hash(text) % BUCKETS];
    for (struct word *w = *bucket; w; w = w->next)
        if (strcmp(w->text, text) == 0) return w;
    struct word *w = malloc(sizeof *w + strlen(text) + 1);
    if (!w) abort();
    w->count = 0;
    strcpy(w->text, text);
    w->next = *bucket;
    *bucket = w;
    n_words++;
    return w;
}

static int next_word(FILE *in, char *text) {
    int c, n = 0;
    while ((c = getc(in)) != EOF && !isalpha(c)) continue;
    for (; c != EOF && isalpha(c); c = getc(in))
        if (n < LONGEST) text[n++] = (char)c;
    text[n] = 0;
    return n > 0;
}

static int by_count(const void *a, const void *b) {
    const struct word *x = *(struct word *const *)a, *y = *(struct word *const *)b;
    return x->count != y->count ? (x->count < y->count) - (x->count > y->count)
                                : strcmp(x->text, y->text);
}

static void print_top(int n) {
    struct word **all = malloc((size_t)n_words * sizeof(struct word *) + 1);
    long k = 0;
    if (!all) abort();
    for (int i = 0; i < BUCKETS; i++)
        for (struct word *w = buckets[i]; w; w = w->next) all[k++] = w;
    qsort(all, (size_t)k, sizeof *all, by_count);
    for (long i = 0; i < k && i < n; i++) printf("%6ld %s\n", all[i]->count, all[i]->text);
    free(all);
}

int main(int argc, char **argv) {
    FILE *in = argc > 1 ? fopen(argv[1], "r") : stdin;
    char text[LONGEST + 1];
    if (!in) {
        perror(argv[1]);
        return 1;
    }
    while (next_word(in, text)) {
        lower(text);
        find(text)->count++;
    }
    print_top(10);
    return 0;
}
