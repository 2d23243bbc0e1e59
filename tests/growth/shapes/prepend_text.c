/* Puts each new record in front of a text. */
#include "input.h"

static char *text;
static size_t used, capacity;

#ifdef REPAIRED
static void prepend(const char *line, size_t n) {
    memcpy(text + capacity - used - n, line, n);
    used += n;
}

static void make_room(size_t more) {
    if (used + more <= capacity) return;
    size_t larger = 2 * (used + more);
    char *copy = (char *)malloc(larger);
    if (used) memcpy(copy + larger - used, text + capacity - used, used);
    free(text);
    text = copy;
    capacity = larger;
}
#else
static void prepend(const char *line, size_t n) {
    memmove(text + n, text, used);
    memcpy(text, line, n);
    used += n;
}

static void make_room(size_t more) {
    if (used + more <= capacity) return;
    capacity = 2 * (used + more);
    text = (char *)realloc(text, capacity);
}
#endif

static void add(char *line) {
    size_t n = strlen(line);
    make_room(n + 1);
    prepend(line, n);
}

static void make(char *line, long i, long n) {
    sprintf(line, "entry %u;", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add);
#ifdef REPAIRED
    text += capacity - used;
#endif
    unsigned long sum = 0;
    for (size_t i = 0; i < used; i++) sum = 31 * sum + (unsigned char)text[i];
    printf("%lx\n", sum);
}
