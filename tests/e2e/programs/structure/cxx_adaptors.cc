/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_adaptors.cc: Sets, multimaps, singly linked lists, deques, heaps and strings of the standard
 * library. Arrays that were on the stack and are gone are not inputs. A deque's blocks and the array
 * that points to them are one array.
 *
 * Algorithms:
 *   main: no data structure
 *   fill_set + std::*: construction of structure *_Rb_tree_node_base, others; class = n log n; n = elements 5..100; coefficient = any
 *   sum_set: traversal of structure *_Rb_tree_node_base; steps = n; n = elements 5..100
 *   fill_multimap + std::*: construction of structure *_Rb_tree_node_base, others
 *   fill_list: construction of structure *_Fwd_list_node_base; steps = n; n = elements 5..100
 *   sum_list: traversal of structure *_Fwd_list_node_base; steps = n; n = elements 5..100
 *   fill_deque: modification of array int; class = n; n = used 50..1011; coefficient = 1
 *   sum_deque: traversal of array int; class = n; n = used 50..1007; coefficient = 1
 *   pushes + std::*: modification of array int, others; n = used 5..100; class = any
 *   pops + std::*: modification of array int; n = used 5..100; class = n log n; coefficient = any
 *   text: modification of array char; steps = n - 1; n = used 51..1001
 *   vowels: traversal of array char; steps = n; n = used 50..1000
 *   std::*: any */
#include <deque>
#include <forward_list>
#include <map>
#include <queue>
#include <set>
#include <string>

static volatile long sink;

static void fill_set(std::set<int> &s, int n) {
    for (int i = 0; i < n; i++) s.insert(i * 37 % 101);
}

static long sum_set(const std::set<int> &s) {
    long t = 0;
    for (int x : s) t += x;
    return t;
}

static void fill_multimap(std::multimap<int, int> &m, int n) {
    for (int i = 0; i < n; i++) m.emplace(i % 7, i);
}

static void fill_list(std::forward_list<int> &l, int n) {
    for (int i = 0; i < n; i++) l.push_front(i);
}

static long sum_list(const std::forward_list<int> &l) {
    long t = 0;
    for (int x : l) t += x;
    return t;
}

static void fill_deque(std::deque<int> &d, int n) {
    for (int i = 0; i < n; i++) d.push_back(i);
}

static long sum_deque(const std::deque<int> &d) {
    long t = 0;
    for (int x : d) t += x;
    return t;
}

static void pushes(std::priority_queue<int> &q, int n) {
    for (int i = 0; i < n; i++) q.push(i * 31 % 101);
}

static long pops(std::priority_queue<int> &q) {
    long t = 0;
    for (; !q.empty(); q.pop()) t = t * 3 + q.top();
    return t;
}

static void text(std::string &s, int n) {
    for (int i = 0; i < n; i++) s += (char)('a' + i % 26);
}

static long vowels(const std::string &s) {
    long k = 0;
    for (char c : s) k += c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u';
    return k;
}

int main() {
    for (int n = 5; n <= 100; n += 5) {
        std::set<int> s;
        fill_set(s, n);
        sink = sum_set(s);
        std::multimap<int, int> m;
        fill_multimap(m, n);
        std::forward_list<int> l;
        fill_list(l, n);
        sink = sum_list(l);
        std::deque<int> d;
        fill_deque(d, 10 * n);
        sink = sum_deque(d);
        std::priority_queue<int> q;
        pushes(q, n);
        sink = pops(q);
        std::string t;
        text(t, 10 * n);
        sink = vowels(t);
    }
}
