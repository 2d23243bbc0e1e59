/* Dispatches events to connections; the connection of an event is searched for in a list. */
#include "index.h"

struct connection {
    struct connection *next;
    long number, bytes;
};
static struct connection *connections;

#ifdef REPAIRED
static struct index by_number;
#endif

static struct connection *find_connection(long number) {
#ifdef REPAIRED
    return (struct connection *)*index_at(&by_number, (unsigned long)number);
#else
    struct connection *c = connections;
    while (c && c->number != number) c = c->next;
    return c;
#endif
}

static void dispatch(char *event) {
    long number = strtol(event + 5, &event, 10);
    struct connection *c = find_connection(number);
    if (!c) {
        c = (struct connection *)calloc(1, sizeof *c);
        c->number = number;
        c->next = connections;
        connections = c;
#ifdef REPAIRED
        *index_at(&by_number, (unsigned long)number) = (long)c;
#endif
    }
    c->bytes += strtol(event, NULL, 10);
}

static void make(char *line, long i, long n) {
    sprintf(line, "data %u %u", mixed(i) % (unsigned)(n / 4), mixed(-i) % 1000);
}

int main(int argc, char **argv) {
    long sum = 0;
    lines(argc, argv, make, dispatch);
    for (struct connection *c = connections; c; c = c->next) sum ^= c->number * c->bytes;
    printf("%ld\n", sum);
}
