/* Accesses a std::list by index. */
#include "input.h"
#include <iterator>
#include <list>
#include <string>

static std::list<std::string> rows;

static const std::string &row_at(size_t index) {
#ifdef REPAIRED
    static std::list<std::string>::const_iterator at;
    at = index ? std::next(at) : rows.begin();
    return *at;
#else
    auto at = rows.begin();
    std::advance(at, index);
    return *at;
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "row %u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { rows.push_back(line); });
    unsigned long sum = 0;
    for (size_t i = 0; i < rows.size(); i++) sum = 31 * sum + text_key(row_at(i).c_str());
    printf("%lx\n", sum);
}
