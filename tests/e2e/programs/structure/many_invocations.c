/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* many_invocations.c: 300,000 invocations of a loop over an array of 8. */
int main(void) {
    static int a[8];
    for (int k = 0; k < 300000; k++)
        for (int i = 0; i < 8; i++) a[i] += k;
    return a[3] == 0;
}
