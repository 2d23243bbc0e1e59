/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_owned_children.cc: Trees whose nodes own their children through smart pointers in a vector:
 * unique_ptr in variant 1, shared_ptr in variant 2. The vectors grow by one child at a time, so the
 * pointers are moved to larger arrays.
 *
 * Algorithms:
 *   main: no data structure
 *   grow#1 + grow#2 + std::*: any
 *   leaves#1 + leaves#2: traversal of structure branch; steps = 2 * n - 1; n = elements 1..181
 *   std::*: any
 *   branch::*: any */
#include <memory>
#include <vector>

static volatile long sink;

struct branch {
    int weight;
    branch *parent = nullptr;
#if VARIANT == 1
    std::vector<std::unique_ptr<branch>> children;
#else
    std::vector<std::shared_ptr<branch>> children;
#endif
};

static branch *grow(branch *parent, int n, int *made) {
    branch *b = new branch;
    b->weight = ++*made;
    b->parent = parent;
    for (int left = n - 1, k = 1; left > 0; k++) {
        int part = left < k ? left : k;
        b->children.emplace_back(grow(b, part, made));
        left -= part;
    }
    return b;
}

static long leaves(const branch &b) {
    long n = b.children.empty();
    for (const auto &child : b.children) n += leaves(*child);
    return n;
}

int main() {
    for (int n = 1; n <= 181; n += 6) {
        int made = 0;
        branch *root = grow(nullptr, n, &made);
        sink = leaves(*root);
        delete root;
    }
}
