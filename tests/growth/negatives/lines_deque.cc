/* Keeps the last 100 lines in a deque and counts those that repeat the line before. */
#include "input.h"
#include <deque>
#include <string>

static std::deque<std::string> last;
static long repeated;

static void keep(const std::string &line) {
    if (!last.empty() && last.back() == line) repeated++;
    last.push_back(line);
    if (last.size() > 100) last.pop_front();
}

static void make(char *line, long i, long n) {
    (void)n;
    sprintf(line, "state %u", mixed(i) % 5);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { keep(line); });
    printf("%ld of %zu\n", repeated, last.size());
}
