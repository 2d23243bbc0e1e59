/* A text editor's lines in an array: a new line in the middle moves all after it. */
#include "input.h"

static long *line_id;
static size_t n_lines, capacity;
static size_t cursor;

#ifdef REPAIRED
static size_t n_after; /* lines after the cursor are at the end of the array */

static void insert_line(long id) {
    line_id[cursor++] = id;
    n_lines++;
    while (cursor > n_lines / 2) {
        cursor--;
        n_after++;
        line_id[capacity - n_after] = line_id[cursor];
    }
    while (cursor < n_lines / 2) line_id[cursor++] = line_id[capacity - n_after--];
}
#else
static void insert_line(long id) {
    memmove(line_id + cursor + 1, line_id + cursor, (n_lines - cursor) * sizeof *line_id);
    line_id[cursor] = id;
    n_lines++;
    cursor = n_lines / 2;
}
#endif

static void add(long id) {
    if (n_lines == capacity) {
        size_t old = capacity;
        capacity = capacity ? 2 * capacity : 16;
        line_id = (long *)realloc(line_id, capacity * sizeof *line_id);
#ifdef REPAIRED
        memmove(line_id + capacity - n_after, line_id + old - n_after, n_after * sizeof *line_id);
#endif
        (void)old;
    }
    insert_line(id);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    long sum = 0;
    numbers(argc, argv, make, add);
    for (size_t i = 0; i < n_lines; i++) {
        size_t k = i;
#ifdef REPAIRED
        if (i >= cursor) k = capacity - n_lines + i;
#endif
        sum = (31 * sum + line_id[k]) % 1000003;
    }
    printf("%ld\n", sum);
}
