/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exceptions.cc: exceptions leave a recursion and std::sort. */
#include <cstdio>
#include <stdexcept>
#include <algorithm>
#include <vector>
struct guard { int *n; ~guard() { ++*n; } };
static int ends;
static void thrower(int n) { guard g{&ends}; if (n == 0) throw std::runtime_error("x"); thrower(n - 1); }
static bool foreign(int a, int b) { if (a == 7) throw 7; return a < b; }
static int catcher(int n) { try { thrower(n); } catch (std::exception &) { return 1; } return 0; }
static int sorter() {
    std::vector<int> v; for (int i = 20; i > 0; i--) v.push_back(i);
    try { std::sort(v.begin(), v.end(), foreign); } catch (int) { return 1; } return 0;
}
int main() { int s = 0; for (int i = 0; i < 5; i++) s += catcher(i); s += sorter(); std::printf("%d %d\n", s, ends); }
