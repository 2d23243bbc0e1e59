/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_tree.cc: the first file with recursions of template_tree.h. */
#include "template_tree.h"
#include <cstdio>
int second(int n);
int main() {
    tree<int> *t = nullptr;
    for (int i = 0; i < 200; i++) t = insert(t, i * 7919 % 211);
    int h = even(t);
    for (int k = 0; k < 10; k++) h += height(t);
    sets m;
    for (int i = 0; i < 100; i++) m[std::to_string(i % 7)].insert(i);
    sets c = m;
    c.erase(c.begin());
    printf("%d %d %d %d\n", h, second(300), (int)m.size(), (int)c.size());
}
