/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_atomics.cc: Structures whose links are std::atomic. A skip list, whose nodes end with as many
 * links as they have levels, in memory of an arena (odd variants) or of the heap, by placement new.
 * And a stack that threads might share, with push by exchange. The library's accessor does not show
 * which structure a link is in; its caller does.
 *
 * Algorithms:
 *   main#1: no data structure
 *   main#2: no data structure
 *   skip_list::skip_list: construction of structure node; class = none
 *   skip_list::find + skip_list::insert: construction of structure node; class = any
 *   skip_list::sum: traversal of structure node; steps = n; n = elements 4..64
 *   main#3: construction of structure cell; steps = n; n = elements 4..64
 *   depth: traversal of structure cell; steps = n; n = elements 4..64
 *   std::*: any
 *   arena::*: any */
#include <atomic>
#include <cstddef>
#include <new>
#include <vector>

struct arena {
    std::vector<char *> blocks;
    char *at = nullptr;
    std::size_t left = 0;
    char *take(std::size_t n) {
        if (n > left) blocks.push_back(at = new char[left = 4096]);
        char *memory = at;
        at += n, left -= n;
        return memory;
    }
};

struct node {
    const int key;
    explicit node(int k) : key(k) {}
    node *next(int n) {
        return links[n].load(std::memory_order_acquire);
    }
    void set_next(int n, node *to) {
        links[n].store(to, std::memory_order_release);
    }

  private:
    std::atomic<node *> links[1];
};

enum { MOST = 4 };
static unsigned state = 1;

struct skip_list {
    arena memory;
    node *head;
    node *make(int key, int height) {
        std::size_t bytes = sizeof(node) + sizeof(std::atomic<node *>) * (std::size_t)(height - 1);
        return new (VARIANT % 2 ? memory.take(bytes) : ::operator new(bytes)) node(key);
    }
    skip_list() {
        head = make(0, MOST);
        for (int i = 0; i < MOST; i++) head->set_next(i, nullptr);
    }
    node *find(int key, int level) {
        node *x = head;
        for (int i = MOST - 1; i >= level;) {
            node *next = x->next(i);
            if (next && next->key < key)
                x = next;
            else
                i--;
        }
        return x;
    }
    void insert(int key) {
        int height = 1;
        state = state * 1664525 + 1013904223;
        if (state >> 30 == 0) height = 2;
        if (state >> 28 == 0) height = MOST;
        node *x = make(key, height);
        for (int i = 0; i < height; i++) {
            node *before = find(key, i);
            x->set_next(i, before->next(i));
            before->set_next(i, x);
        }
    }
    long sum() {
        long s = 0;
        for (node *x = head->next(0); x; x = x->next(0)) s += x->key;
        return s;
    }
};

struct cell {
    int value;
    std::atomic<cell *> next;
};

static void push(std::atomic<cell *> &top, int value) {
    cell *c = new cell{value, {nullptr}};
    c->next = top.load();
    cell *seen = c->next;
    if (!top.compare_exchange_strong(seen, c)) __builtin_trap();
}

static int depth(const std::atomic<cell *> &top) {
    int n = 0;
    for (cell *c = top; c; c = c->next) n++;
    return n;
}

static volatile long sink;

int main() {
    for (int n = 4; n <= 64; n += 4) {
        skip_list l;
        std::atomic<cell *> top{nullptr};
        for (int i = 0; i < n; i++) l.insert((i * 37 + 11) % 101);
        sink = l.sum();
        for (int i = 0; i < n; i++) push(top, i);
        sink = depth(top);
    }
}
