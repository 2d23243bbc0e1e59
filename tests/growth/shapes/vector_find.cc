/* Adds a tag to a vector unless std::find finds it there. */
#include "input.h"
#include <algorithm>
#include <string>
#include <unordered_set>
#include <vector>

static std::vector<std::string> tags;

static void add_tag(const std::string &tag) {
#ifdef REPAIRED
    static std::unordered_set<std::string> known;
    if (known.insert(tag).second) tags.push_back(tag);
#else
    if (std::find(tags.begin(), tags.end(), tag) == tags.end()) tags.push_back(tag);
#endif
}

static void make(char *line, long i, long n) {
    sprintf(line, "tag%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { add_tag(line); });
    printf("%zu tags\n", tags.size());
}
