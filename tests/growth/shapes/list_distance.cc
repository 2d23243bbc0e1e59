/* Limits a queue whose length is the distance from its begin to its end. */
#include "input.h"
#include <iterator>
#include <list>

class Queue {
    std::list<long> waiting;

  public:
    long length() const {
#ifdef REPAIRED
        return (long)waiting.size();
#else
        return std::distance(waiting.begin(), waiting.end());
#endif
    }
    bool add(long value) {
        if (length() >= 1000000) return false;
        waiting.push_back(value);
        return true;
    }
};

static Queue queue;
static long added;

static long make(long i, long n) {
    return mixed(i) % (unsigned)n;
}

int main(int argc, char **argv) {
    numbers(argc, argv, make, [](long value) { added += queue.add(value) ? value : 0; });
    printf("%ld\n", added);
}
