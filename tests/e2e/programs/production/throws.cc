/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* throws.cc: exceptions leave loops and recursions with cleanups, and are caught in other routines. */
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>
static int open_guards;
struct guard {
    guard() { open_guards++; }
    ~guard() { open_guards--; }
};
__attribute__((noinline)) static int risky(int k) {
    guard g;
    if (k % 13 == 7) throw std::runtime_error("seven");
    int s = 0;
    for (volatile int i = 0; i < k % 40 + 9; i++) s += i;
    return s;
}
__attribute__((noinline)) static int catches(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) try {
            std::vector<int> v;
            for (int j = 0; j < 12; j++) v.push_back(risky(i + j));
            s += v.back();
        } catch (const std::exception &e) {
            s += 3;
        }
    return s;
}
static int deep(int n) {
    guard g;
    if (n == 0) throw 5;
    return deep(n - 1) + 1;
}
int main() {
    long h = 0;
    for (int k = 1; k < 50; k++) {
        h = h * 31 + catches(k);
        try {
            h += deep(k % 9);
        } catch (int e) {
            h += e;
        }
    }
    printf("%ld %d\n", h, open_guards);
}
