/* Sums records in ascending order of length: the calls become dearer, the run is linear. */
#include "input.h"

static unsigned long total;

/* A record is a number of fields; each field is one step. */
static unsigned long sum_of_fields(const char *fields) {
    unsigned long sum = 0;
    for (; *fields; fields++) sum += (unsigned long)(*fields - '0');
    return sum;
}

static void take(char *line) {
    total += sum_of_fields(line);
}

static void make(char *line, long i, long n) {
    long length = 4 + i * 100 / n;
    for (long k = 0; k < length; k++) line[k] = (char)('0' + mixed(i + k) % 10);
    line[length] = '\0';
}

int main(int argc, char **argv) {
    lines(argc, argv, make, take);
    printf("%lu\n", total);
}
