/* Looks for blanks at the end of a text as a regular expression does: from every place. */
#include "input.h"

static char *text;
static size_t used, capacity;

static void add_part(char *part) {
    size_t n = strlen(part);
    text = (char *)room_for(text, used + n + 1, &capacity);
    memcpy(text + used, part, n + 1);
    used += n;
}

static long blanks_at_end(const char *s, long n) {
#ifdef REPAIRED
    long i = n;
    while (i > 0 && s[i - 1] == ' ') i--;
    return i;
#else
    for (long i = 0; i < n; i++) {
        long k = i;
        while (k < n && s[k] == ' ') k++;
        if (k == n) return i;
    }
    return n;
#endif
}

static void make(char *line, long i, long n) {
    strcpy(line, i == n - 1 ? "." : "   ");
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add_part);
    printf("%ld\n", blanks_at_end(text, (long)used));
}
