/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thrown_out.cc: exceptions leave loops, a destructor with a loop, and a recursion. */
#include <cstdio>
#include <stdexcept>
#include <vector>
static volatile int sink;
struct Guard { ~Guard() { for (int i = 0; i < 2; i++) sink++; } };
static void thrower(int n) {
    Guard guard;
    for (int i = 0; i < 10; i++)
        for (int j = 0; j < 10; j++) {
            sink++;
            if (i == n && j == 3) throw std::runtime_error("out");
        }
}
static void deep(int n) {
    if (n == 0) throw 1;
    deep(n - 1);
}
int main() {
    for (int i = 0; i < 3; i++) try { thrower(i); } catch (const std::exception &) { sink++; }
    try { deep(6); } catch (int) { sink++; }
    std::printf("%d\n", sink);
}
