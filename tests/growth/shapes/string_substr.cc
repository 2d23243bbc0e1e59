/* Splits a text; what is left of it is a new string each time. */
#include "input.h"
#include <string>
#include <vector>

static std::string text;

static std::vector<std::string> split(std::string rest) {
    std::vector<std::string> fields;
#ifdef REPAIRED
    size_t from = 0;
    for (size_t comma; (comma = rest.find(',', from)) != std::string::npos; from = comma + 1)
        fields.push_back(rest.substr(from, comma - from));
#else
    for (size_t comma; (comma = rest.find(',')) != std::string::npos; rest = rest.substr(comma + 1))
        fields.push_back(rest.substr(0, comma));
#endif
    return fields;
}

static void add(char *line) {
    text += line;
    text += ',';
}

static void make(char *line, long i, long n) {
    sprintf(line, "field%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, add);
    unsigned long sum = 0;
    for (const std::string &field : split(text)) sum = 31 * sum + text_key(field.c_str());
    printf("%lx\n", sum);
}
