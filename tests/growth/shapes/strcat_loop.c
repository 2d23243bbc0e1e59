/* Joins words: strcat looks for the end of the text each time. */
#include "input.h"

static char text[1 << 22];

#ifdef REPAIRED
static char *end = text;

static void append_word(char *word) {
    end = stpcpy(stpcpy(end, word), " ");
}
#else
static void append_word(char *word) {
    strcat(text, word);
    strcat(text, " ");
}
#endif

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, append_word);
    printf("%lx\n", text_key(text));
}
