/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcov_shared.h: an inline routine that two objects contain. */
static inline int shared(int n) {
    int s = 0;
    while (n-- > 0)
        s += n % 3 ? 1 : 2;
    return s;
}
