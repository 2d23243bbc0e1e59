/* Wraps lines; the length so far is that of a copy of the stream's text. */
#include "input.h"
#include <sstream>

static std::ostringstream out;
static size_t line_start;

static size_t length_so_far() {
#ifdef REPAIRED
    return (size_t)out.tellp();
#else
    return out.str().size();
#endif
}

static void print_word(char *word) {
    if (length_so_far() - line_start > 72) {
        out << '\n';
        line_start = length_so_far();
    }
    out << word << ' ';
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, print_word);
    printf("%lx\n", text_key(out.str().c_str()));
}
