/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* statements.cpp: templates, a lambda, a constructor's initialiser and exceptions. */
#include <ordo/ordo.h>
#include <stdexcept>
#include <vector>
struct counter {
    int v;
    explicit counter(int x) : v(x > 1 ? x : 0) { v++; }
};
template <typename T> T sum(const std::vector<T> &all) { T s{}; for (const T &x : all) s += x; return s; }
static int thrower(int n) { if (n > 1) thrower(n - 1); else throw std::runtime_error("no"); n++; n++; return n; }
static int f(long *p, size_t n) {
    int r = 0;
    auto twice = [&](int q) { r++; return 2 * q; };
    std::vector<int> v{1, 2, 3}; std::vector<double> w{1, 2};
    r += sum(v) + (int)sum(w) + twice(counter(3).v);
    try { r++; thrower(3); r += 100; r += 200; } catch (const std::exception &) { r--; }
    r += (int)n; return r + (int)*p;
}
ORDO_EXPERIMENT(f, .inputs = ordo_integer, .from = 3, .to = 3);
