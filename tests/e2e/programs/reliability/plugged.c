/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
int plugged(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += i ^ n;
    return s;
}
