/* Joins words by a function that returns a longer text. */
#include "input.h"
#include <string>
#include <vector>

static std::vector<std::string> words;

#ifdef REPAIRED
static std::string joined(std::string text, const std::string &word) {
    text += word;
    text += '-';
    return text;
}
#else
static std::string joined(const std::string &text, const std::string &word) {
    return text + word + "-";
}
#endif

static std::string join_all() {
    std::string text;
    for (const std::string &word : words) text = joined(std::move(text), word);
    return text;
}

static void make(char *line, long i, long n) {
    sprintf(line, "%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { words.push_back(line); });
    printf("%lx\n", text_key(join_all().c_str()));
}
