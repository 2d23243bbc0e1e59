/* Goes over a store's items, which its getter returns by value. */
#include "input.h"
#include <string>
#include <vector>

class Store {
    std::vector<std::string> all;

  public:
    void add(const char *item) {
        all.push_back(item);
    }
#ifdef REPAIRED
    const std::vector<std::string> &items() const {
        return all;
    }
#else
    std::vector<std::string> items() const {
        return all;
    }
#endif
};

static Store store;

static unsigned long hash_of_items() {
    unsigned long sum = 0;
    for (size_t i = 0; i < store.items().size(); i++)
        sum = 31 * sum + text_key(store.items()[i].c_str());
    return sum;
}

static void make(char *line, long i, long n) {
    sprintf(line, "item%u", mixed(i) % (unsigned)n);
}

int main(int argc, char **argv) {
    lines(argc, argv, make, [](char *line) { store.add(line); });
    printf("%lx\n", hash_of_items());
}
