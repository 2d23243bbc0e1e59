/* Counts distinct visitors: each number is looked for in an array before it is added. */
#include "index.h"

static long *ids;
static size_t n_ids, capacity;

#ifdef REPAIRED
static struct index known;

static bool is_known(long id) {
    return (*index_at(&known, (unsigned long)id))++ > 0;
}
#else
static bool is_known(long id) {
    for (size_t i = 0; i < n_ids; i++)
        if (ids[i] == id) return true;
    return false;
}
#endif

static void visit(long id) {
    if (is_known(id)) return;
    ids = (long *)more_room(ids, n_ids, &capacity, sizeof *ids);
    ids[n_ids++] = id;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(2 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, visit);
    printf("%zu visitors\n", n_ids);
}
