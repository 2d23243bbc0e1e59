/* Changes a text to capitals; its length is computed for each character. */
#include "input.h"
#include <ctype.h>

static char *text;
static size_t used, capacity;

static void add_line(char *line) {
    size_t n = strlen(line);
    text = (char *)room_for(text, used + n + 2, &capacity);
    memcpy(text + used, line, n);
    used += n;
    text[used++] = '\n';
    text[used] = '\0';
}

static void capitalise(char *s) {
#ifdef REPAIRED
    for (; *s; s++) *s = (char)toupper((unsigned char)*s);
#else
    for (size_t i = 0; i < strlen(s); i++) s[i] = (char)toupper((unsigned char)s[i]);
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "w%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add_line);
    capitalise(text);
    printf("%lx\n", text_key(text));
}
