/* Builds a list of names, separated by commas: each addition makes a new string. */
#include "input.h"

static char *list;

#ifdef REPAIRED
static size_t length, capacity;

static void add_name(char *name) {
    size_t more = strlen(name) + 2;
    if (length + more > capacity) {
        capacity = 2 * (length + more);
        list = (char *)realloc(list, capacity);
    }
    length += (size_t)sprintf(list + length, length ? ",%s" : "%s", name);
}
#else
static void add_name(char *name) {
    if (!list) {
        list = strdup(name);
        return;
    }
    char *longer = (char *)malloc(strlen(list) + strlen(name) + 2);
    sprintf(longer, "%s,%s", list, name);
    free(list);
    list = longer;
}
#endif

static void make(char *line, long i, long n) {
    sprintf(line, "name%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add_name);
    printf("%lx\n", text_key(list));
}
