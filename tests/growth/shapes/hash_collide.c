/* Keeps file names in a hash table whose hash is the sum of the characters. */
#include "input.h"

struct table {
    char **name;
    size_t n, slots;
};
static struct table files;

static unsigned long hash(const char *name) {
#ifdef REPAIRED
    return text_key(name);
#else
    unsigned long sum = 0;
    while (*name) sum += (unsigned char)*name++;
    return sum;
#endif
}

static size_t find_slot(const struct table *t, const char *name) {
    size_t k = hash(name) % t->slots;
    while (t->name[k] && strcmp(t->name[k], name) != 0) k = (k + 1) % t->slots;
    return k;
}

static void grow(struct table *t) {
    struct table larger = {.n = t->n, .slots = t->slots ? 2 * t->slots : 64};
    larger.name = (char **)calloc(larger.slots, sizeof *larger.name);
    for (size_t i = 0; i < t->slots; i++)
        if (t->name[i]) larger.name[find_slot(&larger, t->name[i])] = t->name[i];
    free(t->name);
    *t = larger;
}

static void add(char *name) {
    if (2 * files.n >= files.slots) grow(&files);
    size_t k = find_slot(&files, name);
    if (files.name[k]) return;
    files.name[k] = strdup(name);
    files.n++;
}

static void make(char *line, long i, long n) {
    sprintf(line, "src/part%u/file%ld.c", mixed(i) % (unsigned)n, i);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add);
    printf("%zu files\n", files.n);
}
