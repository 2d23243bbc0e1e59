/* Keeps the recent pages in a vector, the newest first. */
#include "input.h"
#include <algorithm>
#include <string>
#include <vector>

static std::vector<std::string> recent;

static void visit(const std::string &page) {
#ifdef REPAIRED
    recent.push_back(page);
#else
    recent.insert(recent.begin(), page);
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "/page/%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { visit(line); });
#ifdef REPAIRED
    std::reverse(recent.begin(), recent.end());
#endif
    unsigned long sum = 0;
    for (const std::string &page : recent) sum = 31 * sum + text_key(page.c_str());
    printf("%lx\n", sum);
}
