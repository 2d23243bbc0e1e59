/* Removes closed orders from a vector, one at a time. */
#include "input.h"
#include <algorithm>
#include <unordered_set>
#include <vector>

static std::vector<long> open_orders, closed;

#ifndef REPAIRED
static void close_order(long id) {
    open_orders.erase(std::remove(open_orders.begin(), open_orders.end(), id), open_orders.end());
}
#endif

static void close_all() {
#ifdef REPAIRED
    std::unordered_set<long> set(closed.begin(), closed.end());
    auto is_closed = [&](long id) { return set.count(id) > 0; };
    open_orders.erase(std::remove_if(open_orders.begin(), open_orders.end(), is_closed),
                      open_orders.end());
#else
    for (long id : closed) close_order(id);
#endif
}

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

static void read_order(long id) {
    open_orders.push_back(id);
    if (id % 3 == 0) closed.push_back(id);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, read_order);
    close_all();
    printf("%zu open\n", open_orders.size());
}
