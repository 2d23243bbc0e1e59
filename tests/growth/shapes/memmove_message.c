/* Takes messages from the front of a buffer and moves the rest of it to the front. */
#include "input.h"

static char *pending;
static size_t used, capacity;

static void receive(char *line) {
    size_t n = strlen(line) + 1;
    if (used + n > capacity) {
        capacity = 2 * (used + n);
        pending = (char *)realloc(pending, capacity);
    }
    memcpy(pending + used, line, n);
    used += n;
}

#ifdef REPAIRED
static size_t first;

static bool take_message(char *message) {
    if (first == used) return false;
    first += (size_t)(stpcpy(message, pending + first) - message) + 1;
    return true;
}
#else
static bool take_message(char *message) {
    if (!used) return false;
    size_t n = strlen(pending) + 1;
    memcpy(message, pending, n);
    used -= n;
    memmove(pending, pending + n, used);
    return true;
}
#endif

static void make(char *line, long i, long n) {
    sprintf(line, "set key%u to %u", mixed(i) % (unsigned)n, mixed(-i) % 1000);
}

int main(int argc, char **argv) {
    char message[LINE_BYTES];
    unsigned long sum = 0;
    lines(argc, argv, make, receive);
    while (take_message(message)) sum = 31 * sum + text_key(message);
    printf("%lx\n", sum);
}
