/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* copies_that_throw.cc: copies of trees of vectors. A copy constructor throws after some copies,
 * and what was copied must be destroyed. */
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>
static int left = 1 << 30, alive;
struct part {
    int value;
    std::vector<part> parts;
    explicit part(int v) : value(v) { alive++; }
    part(const part &p) : value(p.value), parts(p.parts) {
        if (--left < 0) throw std::runtime_error("enough");
        alive++;
    }
    part &operator=(const part &) = default;
    ~part() { alive--; }
};
__attribute__((noinline)) static part join(const part &x, const part &y) {
    part p(3);
    p.parts.push_back(x);
    p.parts.push_back(y);
    return p;
}
__attribute__((noinline)) static long count(const part &p) {
    long n = 1;
    for (auto &k : p.parts) n += count(k);
    return n;
}
int main() {
    long sum = 0, thrown = 0;
    for (int i = 0; i < 60; i++) {
        part a(1);
        left = i % 3 ? 1 << 30 : i * 5;
        try {
            for (int k = 0; k < 4; k++) {
                a = join(a, a);
                sum += count(a) * (k + 1);
            }
        } catch (const std::exception &) {
            thrown++;
        }
    }
    printf("%ld %ld %d\n", sum, thrown, alive);
}
