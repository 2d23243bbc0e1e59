/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* catches_often.cc: a loop that catches exceptions of a routine in another file, called by name and
 * by address. */
#include <cstdio>
struct odd { long v; };
long may_throw(const long *p);
long (*volatile by)(const long *) = may_throw;
static long v[60], cleaned;
struct guard { ~guard() { cleaned++; } };
__attribute__((noinline)) long sum(int n, bool by_name) {
    long s = 0;
    for (int i = 0; i < n; i++) {
        try {
            guard g;
            s += by_name ? may_throw(&v[i]) : by(&v[i]);
        } catch (const odd &o) {
            s -= o.v;
        }
    }
    return s;
}
int main() {
    long s = 0;
    for (int i = 0; i < 60; i++) v[i] = i;
    for (int n = 1; n <= 60; n++) s = s * 3 + sum(n, n % 2 == 0);
    std::printf("%ld %ld\n", s, cleaned);
}
