/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* second_tree.cc: the second file with recursions of template_tree.h. */
#include "template_tree.h"
int second(int n) {
    tree<int> *t = nullptr;
    for (int i = 0; i < n; i++) t = insert(t, i * 104729 % 307);
    sets m;
    for (int i = 0; i < n; i++) m[std::to_string(i % 5)].insert(i * 2);
    sets c = m;
    int sum = height(t) + even(t);
    for (auto &e : c) sum += *e.second.rbegin();
    return sum;
}
