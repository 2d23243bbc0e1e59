/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_harness.cc: A harness that makes and walks a graph of vectors in each step. The size that it
 * passes down is the bound of all vectors, but each step has vectors of its own. Variants 1 and 2: the
 * graph is a local of the loop. Variant 3: it is a local of a routine that the loop calls.
 *
 * Algorithms:
 *   main: no data structure
 *   make#1 + make#2: modification of array std::vector<*; steps = 4*n//5; n = elements 20..1280
 *   edges#1 + edges#2: traversal of array std::vector<*; steps = 4*n//5; n = elements 20..1280
 *   std::*: any */
#include <vector>

struct graph {
    std::vector<std::vector<int>> next;
};

static graph make(int n) {
    graph g;
    g.next.resize(n);
    for (int i = 0; i < n; i++)
        for (int k = 1; k <= 3; k++) g.next[i].push_back((i * k + 1) % n);
    return g;
}

static int edges(const graph &g) {
    int n = 0;
    for (const auto &v : g.next)
        for (int w : v) n += w >= 0;
    return n;
}

[[maybe_unused]] static bool holds(int n) {
    graph g = make(n);
    return edges(g) == 3 * n;
}

int main() {
    bool ok = true;
    for (int n = 4; n <= 256; n *= 2) {
#if VARIANT == 3
        ok &= holds(n);
#else
        graph g = make(n);
        ok &= edges(g) == 3 * n;
#endif
    }
    return !ok;
}
