/* Finds what two vectors have in common: one is searched for each element of the other. */
#include "input.h"
#include <algorithm>
#include <unordered_set>
#include <vector>

static std::vector<long> ours, theirs;

static long count_common() {
    long n = 0;
#ifdef REPAIRED
    std::unordered_set<long> set(theirs.begin(), theirs.end());
    for (long id : ours) n += set.count(id) > 0;
#else
    for (long id : ours) n += std::find(theirs.begin(), theirs.end(), id) != theirs.end();
#endif
    return n;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(2 * n);
}

int main(int argc, char **argv) {
    static long taken;
    numbers(argc, argv, make, [](long id) { (taken++ % 2 ? ours : theirs).push_back(id); });
    printf("%ld\n", count_common());
}
