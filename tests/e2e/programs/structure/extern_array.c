/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* extern_array.c: sums parts of an array that another file defines. */
extern short table[300];
int main(void) {
    long sum = 0;
    for (int n = 100; n <= 300; n += 20)
        for (int i = 0; i < n; i++) sum += table[i];
    return sum != 0;
}
