/* Limits a cache; its size is summed over all entries before each insertion. */
#include "input.h"

struct entry {
    struct entry *next;
    size_t bytes;
};
static struct entry *cache;
static long limit = 1l << 40, n_rejected;

#ifdef REPAIRED
static size_t used;
#endif

static size_t used_bytes(void) {
#ifdef REPAIRED
    return used;
#else
    size_t bytes = 0;
    for (struct entry *e = cache; e; e = e->next) bytes += sizeof *e + e->bytes;
    return bytes;
#endif
}

static void keep(char *line) {
    size_t bytes = strlen(line) + 1;
    if (used_bytes() + bytes > (size_t)limit) {
        n_rejected++;
        return;
    }
    struct entry *e = (struct entry *)malloc(sizeof *e + bytes);
    memcpy(e + 1, line, bytes);
    e->bytes = bytes;
    e->next = cache;
    cache = e;
#ifdef REPAIRED
    used += sizeof *e + bytes;
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "GET /page/%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, keep);
    printf("%zu bytes, %ld rejected\n", used_bytes(), n_rejected);
}
