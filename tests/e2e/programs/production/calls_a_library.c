/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls_a_library.c: passes a callback from another file to a routine in a shared object. */
#include <stdio.h>
int each(const int *a, int n, int (*f)(int));
int twice(int x);
int main(void) {
    static int a[400];
    int s = 0;
    for (int k = 20; k < 400; k++) s += each(a, k, twice);
    printf("%d\n", s);
}
