/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Containers of the standard library. A std::list is a ring with the list object, and a map has a
 * node for its end, so that both have one element more.
 *
 * Algorithms:
 *   main: data-structure-less
 *   fill_list: construction of structure *_List_node_base; steps = n - 1; n = elements 5..65
 *   sum_list: traversal of structure *_List_node_base; steps = n - 1; n = elements 5..65
 *   fill_map: any
 *   find_all + std::*: any
 *   build_tree: construction of structure tree; steps = 2 * n + 1; n = elements 4..64; creations = n
 *   sum_tree: traversal of structure tree; steps = 2 * n + 1; n = elements 4..64
 *   std::*: any */
#include <list>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

static volatile int sink;

static void fill_list(std::list<int> &l, int n) {
    for (int i = 0; i < n; i++) l.push_back(i);
}

static int sum_list(const std::list<int> &l) {
    int s = 0;
    for (int x : l) s += x;
    return s;
}

struct tree {
    int value;
    std::unique_ptr<tree> left, right;
};

static std::unique_ptr<tree> build_tree(int n) {
    if (n == 0) return nullptr;
    auto t = std::make_unique<tree>();
    t->value = n;
    t->left = build_tree((n - 1) / 2);
    t->right = build_tree(n - 1 - (n - 1) / 2);
    return t;
}

static int sum_tree(const std::unique_ptr<tree> &t) {
    return t ? t->value + sum_tree(t->left) + sum_tree(t->right) : 0;
}

int main() {
    for (int n = 4; n <= 64; n += 4) {
        {
            std::list<int> l;
            fill_list(l, n);
            sink = sum_list(l);
        }
        std::unique_ptr<tree> t = build_tree(n);
        sink = sum_tree(t);
        t.release();
    }
}
