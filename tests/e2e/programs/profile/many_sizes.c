/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* many_sizes.c: two threads that sum 0 to 4,999 numbers, so that sizes are in buckets. */
#include <pthread.h>
#include <stdlib.h>
static long sum(const long *a, long n) {
    long s = 0;
    for (long i = 0; i < n; i++) s += a[i];
    return s;
}
static void *run(void *first) {
    static long a[5000];
    volatile long total = 0;
    for (long n = (long)first; n < 5000; n += 2) total += sum(a, n);
    return NULL;
}
int main(void) {
    pthread_t t[2];
    for (long i = 0; i < 2; i++) pthread_create(&t[i], NULL, run, (void *)i);
    for (long i = 0; i < 2; i++) pthread_join(t[i], NULL);
    return 0;
}
