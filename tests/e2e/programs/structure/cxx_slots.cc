/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cxx_slots.cc: Two variables whose lives do not overlap, so that the compiler may give them the same place. What is
 * reached through the second is not named by the first.
 *
 * Algorithms:
 *   main*: any
 *   main#2: construction of structure Nd; steps = n; n = elements 1..493
 *   main#3: any
 *   Lst::~Lst: modification of structure Nd; steps = n; n = elements 1..493
 *   std::_Fwd_list_base<int, std::allocator<int> >::_M_erase_after: any */
#include <forward_list>
#include <memory>

struct Nd {
    int v;
    std::unique_ptr<Nd> next;
};

struct Lst {
    std::unique_ptr<Nd> head;
    void push(int x) {
        auto n = std::make_unique<Nd>();
        n->v = x;
        n->next = std::move(head);
        head = std::move(n);
    }
    ~Lst() {
        while (head) head = std::move(head->next);
    }
};

int main() {
    for (int n = 1; n <= 500; n += 12) {
        {
            Lst l;
            for (int i = 0; i < n; i++) l.push(i);
        }
        {
            std::forward_list<int> f;
            for (int i = 0; i < n; i++) f.push_front(i);
        }
    }
}
