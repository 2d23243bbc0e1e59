/* Counts words in a hash table that always has 64 buckets. */
#include "input.h"

struct word {
    struct word *next;
    char *text;
    long count;
};
static size_t n_words, n_buckets = 64;
static struct word **bucket;

static struct word **find(struct word **table, size_t n, const char *text) {
    struct word **at = &table[text_key(text) % n];
    while (*at && strcmp((*at)->text, text) != 0) at = &(*at)->next;
    return at;
}

#ifdef REPAIRED
static void grow(void) {
    size_t n = 2 * n_buckets;
    struct word **larger = (struct word **)calloc(n, sizeof *larger);
    for (size_t i = 0; i < n_buckets; i++) {
        for (struct word *w = bucket[i], *next; w; w = next) {
            next = w->next;
            struct word **head = &larger[text_key(w->text) % n];
            w->next = *head;
            *head = w;
        }
    }
    free(bucket);
    bucket = larger;
    n_buckets = n;
}
#endif

static void count(char *text) {
#ifdef REPAIRED
    if (n_words > n_buckets) grow();
#endif
    struct word **at = find(bucket, n_buckets, text);
    if (!*at) {
        *at = (struct word *)calloc(1, sizeof **at);
        (*at)->text = strdup(text);
        n_words++;
    }
    (*at)->count++;
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)(2 * n));
}

int main(int argc, char **argv) {
    bucket = (struct word **)calloc(n_buckets, sizeof *bucket);
    lines(argc, argv, make, count);
    printf("%zu words\n", n_words);
}
