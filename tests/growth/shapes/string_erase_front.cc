/* Takes lines from the front of a received text. */
#include "input.h"
#include <string>

static std::string received;

#ifdef REPAIRED
static size_t taken;

static bool take_first(std::string &line) {
    size_t end = received.find('\n', taken);
    if (end == std::string::npos) return false;
    line = received.substr(taken, end - taken);
    taken = end + 1;
    return true;
}
#else
static bool take_first(std::string &line) {
    size_t end = received.find('\n');
    if (end == std::string::npos) return false;
    line = received.substr(0, end);
    received.erase(0, end + 1);
    return true;
}
#endif

static void receive(char *line) {
    received += line;
    received += '\n';
}

static void make(char *line, long i, long n) {
    sprintf(line, "put %u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, receive);
    unsigned long sum = 0;
    for (std::string line; take_first(line);) sum = 31 * sum + text_key(line.c_str());
    printf("%lx\n", sum);
}
