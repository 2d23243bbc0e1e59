/* Counts points in a hash table; the hash of a point mixes its coordinates badly. */
#include "input.h"
#include <unordered_map>

struct Point {
    int x, y;
    bool operator==(const Point &other) const {
        return x == other.x && y == other.y;
    }
};

struct HashOfPoint {
    size_t operator()(const Point &p) const {
#ifdef REPAIRED
        return mixed((long)p.x * 1000003 + p.y);
#else
        return (size_t)(p.x ^ p.y);
#endif
    }
};

static std::unordered_map<Point, long, HashOfPoint> counts;

static void count_point(long number) {
    int x = (int)number;
    counts[Point{x, x + 1 - 2 * (x & 1)}]++;
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)(2 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, count_point);
    printf("%zu points\n", counts.size());
}
