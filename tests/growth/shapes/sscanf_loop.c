/* Reads the numbers in a long text with sscanf, which looks for the text's end each time. */
#include "input.h"

static char *text;
static size_t used, capacity;

static void add_number(char *line) {
    size_t n = strlen(line);
    text = (char *)room_for(text, used + n + 2, &capacity);
    used += (size_t)sprintf(text + used, "%s ", line);
}

static long sum_of_numbers(const char *s) {
    long sum = 0;
#ifdef REPAIRED
    char *end;
    for (long number; number = strtol(s, &end, 10), end != s; s = end) sum += number;
#else
    int n;
    for (long number; sscanf(s, "%ld%n", &number, &n) == 1; s += n) sum += number;
#endif
    return sum;
}

static void make(char *line, long i, long n) {
    sprintf(line, "%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add_number);
    printf("%ld\n", sum_of_numbers(text));
}
