/* Splits a text: after each token, the rest of the text is copied. */
#include "input.h"

static char *text;
static size_t used, capacity;

static void add_word(char *word) {
    size_t n = strlen(word);
    text = (char *)room_for(text, used + n + 2, &capacity);
    used += (size_t)sprintf(text + used, "%s ", word);
}

static bool next_token(char *token) {
    char *end = strchr(text, ' ');
    if (!end) return false;
    memcpy(token, text, (size_t)(end - text));
    token[end - text] = '\0';
#ifdef REPAIRED
    text = end + 1;
#else
    char *rest = strdup(end + 1);
    free(text);
    text = rest;
#endif
    return true;
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    char token[LINE_BYTES];
    unsigned long sum = 0;
    lines(argc, argv, make, add_word);
    while (next_token(token)) sum = 31 * sum + text_key(token);
    printf("%lx\n", sum);
}
