/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mostly_one_size.c: work() is quadratic, but nearly all of its cost is in calls of one size. */
static int a[1000];

static int work(int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) s += a[j] ^ i;
    return s;
}

int main(void) {
    int s = 0;
    for (int k = 0; k < 3000; k++) s += work(40);
    for (int n = 1; n <= 60; n++) s += work(n);
    return s == 1;
}
