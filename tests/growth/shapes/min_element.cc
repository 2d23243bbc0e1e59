/* Takes the earliest event of a vector with std::min_element. */
#include "input.h"
#include <algorithm>
#include <functional>
#include <queue>
#include <vector>

#ifdef REPAIRED
static std::priority_queue<long, std::vector<long>, std::greater<long>> events;

static void add_event(long time) {
    events.push(time);
}

static long take_earliest() {
    long time = events.top();
    events.pop();
    return time;
}
#else
static std::vector<long> events;

static void add_event(long time) {
    events.push_back(time);
}

static long take_earliest() {
    auto at = std::min_element(events.begin(), events.end());
    long time = *at;
    events.erase(at);
    return time;
}
#endif

static long make(long i, long n) {
    return mixed(i) % (unsigned)(10 * n);
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, add_event);
    long sum = 0;
    while (!events.empty()) sum = (31 * sum + take_earliest()) % 1000003;
    printf("%ld\n", sum);
}
