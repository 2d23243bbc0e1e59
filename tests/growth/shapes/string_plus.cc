/* Builds a text with s = s + x, which copies it each time. */
#include "input.h"
#include <string>

static std::string text;

static void append_word(const std::string &word) {
#ifdef REPAIRED
    text += word;
    text += ' ';
#else
    text = text + word + ' ';
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { append_word(line); });
    printf("%lx\n", text_key(text.c_str()));
}
