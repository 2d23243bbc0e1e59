/* Finds wrong names in a text; a name's line number is counted from the start of the text. */
#include "input.h"

static char *text;
static size_t used, capacity;

static void add_line(char *line) {
    size_t n = strlen(line);
    text = (char *)room_for(text, used + n + 2, &capacity);
    used += (size_t)sprintf(text + used, "%s\n", line);
}

static long line_of(const char *place) {
#ifdef REPAIRED
    static const char *counted;
    static long line = 1;
    const char *c = counted ? counted : text;
    counted = place;
#else
    long line = 1;
    const char *c = text;
#endif
    for (; c < place; c++) line += *c == '\n';
    return line;
}

static unsigned long check(void) {
    unsigned long sum = 0;
    for (char *c = text; *c; c++)
        if (*c == '$') sum = 31 * sum + (unsigned long)line_of(c);
    return sum;
}

static void make(char *line, long i, long n) {
    sprintf(line, "let x%u = %c%u;", mixed(i) % (unsigned)n, mixed(i) % 3 ? 'y' : '$',
            mixed(-i) % 99);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add_line);
    printf("%lx\n", check());
}
