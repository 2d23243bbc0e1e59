/* Collects distinct words in a linked list that is searched before each insertion. */
#include "index.h"

struct entry {
    struct entry *next;
    char *word;
};
static struct entry *entries;
static long n_entries;

#ifdef REPAIRED
static struct index known;

static bool contains(const char *word) {
    return (*index_at(&known, text_key(word)))++ > 0;
}
#else
static bool contains(const char *word) {
    for (struct entry *e = entries; e; e = e->next)
        if (strcmp(e->word, word) == 0) return true;
    return false;
}
#endif

static void add(char *word) {
    if (contains(word)) return;
    struct entry *e = (struct entry *)malloc(sizeof *e);
    e->word = strdup(word);
    e->next = entries;
    entries = e;
    n_entries++;
}

static void make(char *line, long i, long n) {
    sprintf(line, "w%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add);
    printf("%ld\n", n_entries);
}
