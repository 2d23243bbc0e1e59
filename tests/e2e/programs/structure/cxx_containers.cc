/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_containers.cc: Containers of the standard library, some of whose links the library itself sets.
 * A std::list is a ring that includes the list object, and a map has a node for its end. Values in
 * nodes are stored through pointers to int, which are reported as arrays beside the nodes: "others".
 *
 * Algorithms:
 *   main: no data structure
 *   fill_list: construction of structure *_List_node_base, others; steps = n; n = elements 4..64
 *   sum_list: traversal of structure *_List_node_base, others; steps = n; n = elements 4..64
 *   find_all + std::*: traversal of structure *_Rb_tree_node_base, others; class = n log n; n = elements 4..64; coefficient = any
 *   sum_map: traversal of structure *_Rb_tree_node_base, others; steps = n; n = elements 4..64
 *   clear_map: modification of structure *_Rb_tree_node_base, others; steps = n; n = elements 4..64
 *   fill_map + std::*: construction of structure *_Rb_tree_node_base, others; class = n log n; n = elements 4..64; coefficient = any
 *   sum_table: traversal of structure *_Hash_node_base; steps = n; n = elements 4..64
 *   fill_table + std::*: construction of structure *_Hash_node_base, others
 *   std::*: any */
#include <list>
#include <map>
#include <unordered_map>

static volatile int sink;

static void fill_list(std::list<int> &l, int n) {
    for (int i = 0; i < n; i++) l.push_back(i);
}

static int sum_list(const std::list<int> &l) {
    int s = 0;
    for (auto i = l.begin(); i != l.end(); ++i) s += *i;
    return s;
}

static void fill_map(std::map<int, int> &m, int n) {
    for (int i = 0; i < n; i++) m[i * 37 % 101] = i;
}

static int find_all(std::map<int, int> &m, int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += m.find(i * 37 % 101)->second;
    return s;
}

static int sum_map(const std::map<int, int> &m) {
    int s = 0;
    for (auto i = m.begin(); i != m.end(); ++i) s += i->second;
    return s;
}

static void clear_map(std::map<int, int> &m) {
    while (!m.empty()) m.erase(m.begin());
}

static void fill_table(std::unordered_map<int, int> &t, int n) {
    for (int i = 0; i < n; i++) t[i] = i;
}

static int sum_table(const std::unordered_map<int, int> &t) {
    int s = 0;
    for (auto i = t.begin(); i != t.end(); ++i) s += i->second;
    return s;
}

int main() {
    for (int n = 4; n <= 64; n += 4) {
        std::list<int> l;
        fill_list(l, n);
        sink = sum_list(l);
        std::map<int, int> m;
        fill_map(m, n);
        sink = find_all(m, n);
        sink = sum_map(m);
        clear_map(m);
        std::unordered_map<int, int> t;
        fill_table(t, n);
        sink = sum_table(t);
    }
}
