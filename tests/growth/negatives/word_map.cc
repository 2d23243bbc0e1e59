/* Counts words in a std::map and prints the most frequent ones. */
#include "input.h"
#include <algorithm>
#include <map>
#include <string>
#include <vector>

static std::map<std::string, long> counts;

static void count(const std::string &word) {
    counts[word]++;
}

static void make(char *line, long i, long n) {
    sprintf(line, "word%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { count(line); });
    std::vector<std::pair<long, std::string>> sorted;
    for (const auto &[word, n] : counts) sorted.emplace_back(n, word);
    std::sort(sorted.begin(), sorted.end());
    for (size_t i = 1; i <= 5; i++) puts(sorted[sorted.size() - i].second.c_str());
}
