/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* shapes.cc: virtual calls, a lambda in a std::function, and two instances of a template. */
#include <cstdio>
#include <functional>
#include <memory>
#include <vector>
struct shape { virtual ~shape() {} virtual int area(int n) const = 0; };
struct square : shape { int area(int n) const override { int s = 0; for (int i = 0; i < n; i++) s += n; return s; } };
struct line : shape { int area(int) const override { return 0; } };
template <int K> static int times(int n) { int s = 0; for (int i = 0; i < K * n; i++) s++; return s; }
int main() {
    std::vector<std::unique_ptr<shape>> all;
    for (int i = 0; i < 10; i++) { if (i % 2) all.emplace_back(new square); else all.emplace_back(new line); }
    int s = 0;
    for (auto &x : all) s += x->area(5);
    std::function<int(int)> f = [&](int n) { int k = 0; while (n > 1) { n /= 2; k++; } return k; };
    for (int i = 0; i < 7; i++) s += f(i) + times<1>(i) + times<2>(i);
    std::printf("%d\n", s);
}
