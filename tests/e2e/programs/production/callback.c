/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* callback.c: the callback: a loop of 20 iterations and more. */
int table[1000];
int twice(int x) {
    int s = 0;
    for (int i = 0; i < 20 + x; i++) s += table[i];
    return s;
}
