/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * count_zero.c: the running example of aprof (PLDI 2012, section 2.2, examples 3 and 4). Counts zeros of an
 * array by a loop and by recursion. Arguments are in registers, so an activation on n elements of
 * 4 bytes has the size n + k in 4-byte cells with k = 0.
 *
 * expect cell=4: sizes("iterative") == {n: 1 for n in range(101)}
 * expect cell=4: calls("iterative") == 101
 * expect cell=4: sizes(loop_of("iterative")) == {n: 1 for n in range(101)}
 * expect cell=4: iterations(loop_of("iterative")) == 5050
 * expect cell=4: calls("recursive") == 101
 * expect cell=4: sizes("recursive") == {n: 1 for n in range(101)}
 * expect cell=4: sizes("recursive", "depth") == {n: 1 for n in range(101)}
 * expect cell=4: sizes("recursive", "arg:n") == {n: 1 for n in range(101)}
 * expect cell=4: slope(costs("iterative"), 25, 100) > 0.9
 * expect cell=4: slope(costs("iterative"), 25, 100) < 1.1
 * expect cell=8: sizes("iterative") == {0: 1} | {n: 2 for n in range(1, 51)}
 * expect cell=8: sizes("recursive") == {0: 1} | {n: 2 for n in range(1, 51)}
 * expect cell=2: sizes("recursive") == {2 * n: 1 for n in range(101)}
 * expect cell=1: sizes("iterative") == {4 * n: 1 for n in range(101)}
 */
enum { LENGTH = 100 };

static int data[LENGTH];

int iterative(int v[], int n) {
    int i, count = 0;
    for (i = 0; i < n; i++) count += (v[i] == 0 ? 1 : 0);
    return count;
}

int recursive(int v[], int n) {
    if (n < 1) return 0;
    return (v[n - 1] == 0 ? 1 : 0) + recursive(v, n - 1);
}

int main(void) {
    int zeros = 0;
    for (int n = 0; n <= LENGTH; n++) zeros += iterative(data, n);
    zeros += recursive(data, LENGTH);
    return zeros == 5050 + 100 ? 0 : 1;
}
