/* Three routines each read a table that is made anew for every number, and is larger each time. */
#include "input.h"
#include <algorithm>
#include <numeric>
#include <vector>

static double result;

static double mean(const std::vector<double> &v) {
    return std::accumulate(v.begin(), v.end(), 0.0) / (double)v.size();
}

static double variance(const std::vector<double> &v) {
    double m = mean(v), sum = 0;
    for (double x : v) sum += (x - m) * (x - m);
    return sum / (double)v.size();
}

static double range(const std::vector<double> &v) {
    auto ends = std::minmax_element(v.begin(), v.end());
    return *ends.second - *ends.first;
}

static void add(long number) {
    std::vector<double> table((size_t)number);
    for (size_t i = 0; i < table.size(); i++) table[i] = (double)(mixed(number + (long)i) % 100);
    result += mean(table) + variance(table) / (1 + range(table));
}

static long make(long i, long n) {
    return 16 + 800 * i / n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add);
    printf("%g\n", result);
}
