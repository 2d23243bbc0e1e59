/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranges.cc: loops over ranges and others. A loop on a line that ends with a number in a comment
 * has so many iterations. */
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>
#define EACH(x, v) for (int x : v)
static volatile long sum;
struct at { // may throw, and has to be destroyed
    std::shared_ptr<int> n;
    at(int k) : n(new int(k)) {}
    at(const at &o) : n(o.n) {}
    ~at() { sum = sum + 1; }
    bool operator!=(const at &o) const { if (*n > 99) throw 1; return *n != *o.n; }
    int operator*() const { return *n; }
    at &operator++() { n.reset(new int(*n + 1)); return *this; }
};
struct upto { int n; at begin() const { return at(0); } at end() const { return at(n); } };
typedef std::vector<std::string> words;
static void array(const int (&a)[7]) {
    for (int x : a) sum = sum + x; // 7
}
static void vector(const std::vector<int> &v) {
    for (int x : v) // 5
        if (x & 1) sum = sum + x;
}
static void map(const std::map<int, int> &m) {
    for (auto &x : m) sum = sum + x.second; // 3
}
static void none(const std::list<int> &l) {
    for (int x : l) sum = sum + x; // 0
}
static void nested() {
    for (int x : {1, 2, 3}) // 3
        for (int y : {x, x}) // 6
            sum = sum + y;
}
static void throws(upto r) {
    for (int x : r) { // 4
        try { if (x == 2) throw 1; } catch (int) { continue; }
        sum = sum + x;
    }
}
static void left(const words &w) {
    for (std::string x : w) { // 4
        if (x == "b") continue;
        std::string y = x + "y";
        if (y == "dy") break;
        sum = sum + (long)y.size();
    }
}
static long returned(const words &w) {
    for (const auto &x : w) // 3
        if (x == "c") return (long)x.size();
    return 0;
}
static void thrown(const words &w) {
    for (std::string x : w) // 2
        if (x == "b") throw 1;
}
static void lambda(const std::vector<int> &v) {
    auto add = [&](int k) {
        for (int x : v) sum = sum + x * k; // 10
    };
    EACH(k, (std::initializer_list<int>{1, 2})) add(k); // 2
}
static void others(std::list<int> l) {
    for (auto i = l.begin(); i != l.end(); ++i) sum = sum + *i; // 3
    while (!l.empty()) // 3
        l.pop_front();
    int n = 0;
    while (std::unique_ptr<int> left{n < 5 ? new int(n) : nullptr}) // 5
        if (n++ == 2) continue;
    for (int k = 0; std::shared_ptr<int> next = k < 9 ? std::make_shared<int>(k) : nullptr; k++) { // 4
        std::string word(30, 'x');
        if (*next == 3) break;
    }
    n = 0;
    do sum = sum + n; while (++n < 4 && sum); // 4
    for (;;) // 6
        if (++n == 10) break;
}
int main() {
    int a[] = {1, 2, 3, 4, 5, 6, 7};
    std::vector<int> v;
    v.resize(5, 1);
    words w = {"a", "b", "c", "d", "e"};
    array(a), vector(v), map({{1, 2}, {3, 4}, {5, 6}}), none({}), nested(), throws({4}), left(w), returned(w), lambda(v);
    try { thrown(w); } catch (int) { sum = sum + 1; }
    others({1, 2, 3});
}
