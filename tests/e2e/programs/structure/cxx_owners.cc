/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_owners.cc: Structures whose links are smart pointers: a tree of unique_ptr, filled by recursion
 * and by a loop, and a list of shared_ptr. The library's routines access the links through references
 * and through parts of nodes whose place the type alone does not give. Smart pointers outside nodes
 * are not links.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: no data structure
 *   insert: construction of structure tree; class = any
 *   main#3 + put: construction of structure tree; class = n log n; n = elements 4..64; coefficient = any
 *   sum: traversal of structure tree; steps = 2*n + 1; n = elements 4..64
 *   height: traversal of structure tree; steps = 2*n + 1; n = elements 4..64
 *   build: construction of structure cell; steps = n; n = elements 4..64
 *   walk: traversal of structure cell; steps = n; n = elements 4..64
 *   std::*: any */
#include <memory>

struct tree {
    int key;
    std::unique_ptr<tree> left, right;
    explicit tree(int k) : key(k) {}
};

struct cell {
    int value;
    std::shared_ptr<cell> next;
};

static void insert(std::unique_ptr<tree> &t, int key) {
    if (!t)
        t = std::make_unique<tree>(key);
    else
        insert(key < t->key ? t->left : t->right, key);
}

static void put(std::unique_ptr<tree> &root, int key) {
    std::unique_ptr<tree> *at = &root;
    while (*at) at = key < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = std::make_unique<tree>(key);
}

static long sum(const tree *t) {
    return t ? t->key + sum(t->left.get()) + sum(t->right.get()) : 0;
}

static int height(const std::unique_ptr<tree> &t) {
    if (!t) return 0;
    int l = height(t->left), r = height(t->right);
    return 1 + (l > r ? l : r);
}

static std::shared_ptr<cell> build(int n) {
    std::shared_ptr<cell> head;
    for (int i = 0; i < n; i++) {
        auto c = std::make_shared<cell>();
        c->value = i;
        c->next = head;
        head = c;
    }
    return head;
}

static long walk(const std::shared_ptr<cell> &head) {
    long s = 0;
    for (auto c = head; c; c = c->next) s += c->value;
    return s;
}

static volatile long sink;

int main() {
    for (int n = 4; n <= 64; n += 4) {
        std::unique_ptr<tree> root, other;
        for (int i = 0; i < n; i++) insert(root, (i * 37 + 11) % 101);
        sink = sum(root.get());
        sink = height(root);
        for (int i = 0; i < n; i++) put(other, (i * 37 + 11) % 101);
        auto l = build(n);
        sink = walk(l);
    }
}
