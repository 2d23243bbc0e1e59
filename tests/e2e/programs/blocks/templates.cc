/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* templates.cc: exceptions, and two instances of a template. "= N" is the number of executions of a
 * line. */
#include <cstdio>
#include <vector>
static int depth(int n) {
    if (n == 0)
        throw 7; // = 4
    std::vector<int> v(3); // = 20
    return depth(n - 1) + (int)v.size(); // = 20
}
template <class T> static T twice(T x) {
    return x + x; // = 7
}
int main() {
    int caught = 0;
    for (int i = 0; i < 4; i++) {
        try {
            caught += depth(5); // = 4
        } catch (int x) {
            caught += x; // = 4
        }
    }
    for (int i = 0; i < 5; i++)
        caught += twice(i); // = 5
    std::printf("%d %g %d\n", caught, twice(2.5), twice(1)); // = 1
}
