/* Adds to a path that is passed and returned by value. */
#include "input.h"
#include <vector>

typedef std::vector<long> Path;

#ifdef REPAIRED
static Path with_step(Path &&path, long step) {
    path.push_back(step);
    return std::move(path);
}
#else
static Path with_step(const Path &path, long step) {
    Path longer = path;
    longer.push_back(step);
    return longer;
}
#endif

static Path path;

static void go(long step) {
    path = with_step(std::move(path), step);
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, go);
    long sum = 0;
    for (long step : path) sum = (31 * sum + step) % 1000003;
    printf("%ld\n", sum);
}
