/* Looks up a price in a map that is passed by value. */
#include "input.h"
#include <map>
#include <string>

#ifdef REPAIRED
typedef const std::map<std::string, long> &prices_argument;
#else
typedef std::map<std::string, long> prices_argument;
#endif

static std::map<std::string, long> prices;
static long sum;

static long price_of(prices_argument all, const std::string &name) {
    auto at = all.find(name);
    return at == all.end() ? 0 : at->second;
}

static void sell(const std::string &name) {
    long price = price_of(prices, name);
    sum += price;
    prices[name] = price + 1;
}

static void make(char *line, long i, long n) {
    sprintf(line, "item%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { sell(line); });
    printf("%ld\n", sum);
}
