/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_shared.cc: Trees of std::shared_ptr with several links in a node. std::make_shared puts the node
 * behind the counter; `new` does not. What releases a node reads only the counter. Lists that never
 * change are sorted by a recursion that hands on what it returns.
 *
 * Algorithms:
 *   main*: no data structure
 *   [1] build + put: construction of structure node; class = n log n; coefficient = any; n = elements 4..96
 *   [2] build + put: construction of structure node; class = n log n; coefficient = any; n = elements 4..96
 *   sum: traversal of structure node; steps = 2*n + 1; n = elements 4..96
 *   make: any
 *   sorted + insert + std::*: construction of structure cell, others; class = n^2; n = elements 2..48; coefficient = any
 *   std::*: any
 *   *cell: any */
#include <memory>

struct node {
    double key;
    std::shared_ptr<node> left, right;
    std::weak_ptr<node> up;
    explicit node(double k) : key(k) {}
};

static void put(std::shared_ptr<node> &root, double key) {
    auto *at = &root;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
#if VARIANT == 1
    *at = std::make_shared<node>(key);
#else
    *at = std::shared_ptr<node>(new node(key));
#endif
}

static std::shared_ptr<node> build(int n) {
    std::shared_ptr<node> root;
    for (int i = 0; i < n; i++) put(root, (i * 37 + 11) % 101);
    return root;
}

static double sum(const node *t) {
    return t ? t->key + sum(t->left.get()) + sum(t->right.get()) : 0;
}

struct cell {
    int value;
    std::shared_ptr<const cell> next;
    cell(int v, std::shared_ptr<const cell> n) : value(v), next(std::move(n)) {}
};
using list = std::shared_ptr<const cell>;

static list make(int n) {
    return n ? std::make_shared<const cell>(n * 37 % 101, make(n - 1)) : nullptr;
}

static list insert(int v, const list &l) {
    if (!l || l->value >= v) return std::make_shared<const cell>(v, l);
    return std::make_shared<const cell>(l->value, insert(v, l->next));
}

static list sorted(const list &l) {
    return l ? insert(l->value, sorted(l->next)) : nullptr;
}

static volatile double sink;

int main() {
    for (int n = 4; n <= 96; n += 4) {
        auto root = build(n);
        sink = sum(root.get());
        sink = sorted(make(n / 2))->value;
    }
}
