/* Sorts words with qsort. */
#include "input.h"

static char **word;
static size_t n_words, capacity;

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void add(char *line) {
    if (n_words == capacity) {
        capacity = capacity ? 2 * capacity : 16;
        word = (char **)realloc(word, capacity * sizeof *word);
    }
    word[n_words++] = strdup(line);
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add);
    qsort(word, n_words, sizeof *word, by_text);
    for (size_t i = 0; i < n_words; i += n_words / 5) puts(word[i]);
}
