/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* by_value.cc: large structs as parameters and as results, alone and beside other parameters. A struct of more than
 * 16 bytes is passed in memory. */
#include <cstdarg>
#include <cstdio>
struct view { const char *p; unsigned long n; int f; };
struct vec { double x, y, z; };
struct owner {
    unsigned long a[4];
    owner(unsigned long v) { for (unsigned long &x : a) x = v++; }
    owner(const owner &o) { for (int i = 0; i < 4; i++) a[i] = o.a[i] + 1; }
    ~owner() { a[0] = 0; }
};
__attribute__((noinline)) static unsigned sum(view v) {
    unsigned s = 0;
    for (unsigned long i = 0; i < v.n; i++) s += (unsigned)v.p[i];
    return s;
}
__attribute__((noinline)) static double dot(vec a, vec b) {
    double s = 0;
    for (int i = 0; i < 3; i++) s += (&a.x)[i] * (&b.x)[i];
    return s;
}
__attribute__((noinline)) static vec scaled(vec a, double f, int times) {
    while (times-- > 0) a = vec{a.x * f, a.y * f, a.z * f};
    return a;
}
__attribute__((noinline)) static unsigned long all(owner o) {
    unsigned long s = 0;
    for (unsigned long x : o.a) s += x;
    return s;
}
__attribute__((noinline)) static unsigned long several(int n, ...) {
    va_list list;
    unsigned long s = 0;
    va_start(list, n);
    while (n-- > 0) s += va_arg(list, view).n;
    va_end(list);
    return s;
}
__attribute__((noinline)) static unsigned long again(view v) { return v.n ? 1 + again(view{v.p + 1, v.n - 1, v.f}) : 0; }
int main() {
    view v = {"abcdefghij", 10, 1};
    unsigned long s = sum(v) + all(owner(3)) + several(2, v, v) + again(v);
    vec d = scaled(vec{1, 2, 3}, 2, 3);
    printf("%lu %g\n", s, dot(d, vec{1, 1, 1}));
}
