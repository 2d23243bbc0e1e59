/* Reports places in a text by line; std::count counts from the start for each of them. */
#include "input.h"
#include <algorithm>
#include <string>
#include <vector>

static std::string text;

static long line_of(size_t place) {
#ifdef REPAIRED
    static std::vector<size_t> starts;
    if (starts.empty())
        for (size_t i = 0; i < text.size(); i++)
            if (text[i] == '\n') starts.push_back(i);
    return 1 + (std::lower_bound(starts.begin(), starts.end(), place) - starts.begin());
#else
    return 1 + std::count(text.begin(), text.begin() + (long)place, '\n');
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "let x%u = %c;", mixed(i) % (unsigned)n, mixed(-i) % 2 ? '?' : '1');
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { text += line, text += '\n'; });
    unsigned long sum = 0;
    for (size_t at = text.find('?'); at != std::string::npos; at = text.find('?', at + 1))
        sum = 31 * sum + (unsigned long)line_of(at);
    printf("%lx\n", sum);
}
