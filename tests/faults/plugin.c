/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
long plugged(int n) {
    long s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i % 5; j++) s += i ^ j;
    return s;
}
