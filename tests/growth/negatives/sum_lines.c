/* Reads lines and sums the numbers in them. */
#include "input.h"

static long total;

static void sum_line(char *line) {
    for (char *end;; line = end) {
        long number = strtol(line, &end, 10);
        if (end == line) return;
        total += number;
    }
}

static void make(char *line, long i, long n) {
    sprintf(line, "%u %u %u", mixed(i) % (unsigned)n, mixed(-i) % 1000, mixed(3 * i) % 10);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, sum_line);
    printf("%ld\n", total);
}
