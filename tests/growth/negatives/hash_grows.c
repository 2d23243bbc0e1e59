/* Counts words in a hash table that grows. */
#include "index.h"

static struct index counts;
static long most;

static void count(char *word) {
    long n = ++*index_at(&counts, text_key(word));
    if (n > most) most = n;
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, count);
    printf("%zu words, one %ld times\n", counts.n, most);
}
