/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unwinding.cpp: an exception passes through qsort, operator new throws, and a thread is cancelled
 * in read. */
#include <cstdio>
#include <cstdlib>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>
struct Guard {
    const char *name;
    ~Guard() { printf("unwound %s\n", name); }
};
static int order(const void *a, const void *b) {
    if (*(const int *)a == 7 || *(const int *)b == 7) throw std::runtime_error("seven");
    return *(const int *)a - *(const int *)b;
}
int sort(int *v, int n) {
    Guard guard{"sort"};
    qsort(v, n, sizeof *v, order);
    return v[0];
}
int allocate(size_t n) {
    Guard guard{"allocate"};
    volatile char *p = new char[n];
    p[0] = 1;
    delete[] p;
    return 1;
}
static volatile bool waiting;
void *wait(void *fd) {
    Guard guard{"wait"};
    char c;
    waiting = true;
    while (read(*(int *)fd, &c, 1) > 0) {}
    return nullptr;
}
int main() {
    int v[] = {5, 3, 7, 1}, ends[2];
    try {
        sort(v, 4);
    } catch (std::exception &e) {
        printf("caught %s\n", e.what());
    }
    try {
        allocate(size_t(1) << 62);
    } catch (std::bad_alloc &) {
        puts("no memory");
    }
    if (pipe(ends)) return 1;
    pthread_t t;
    void *result;
    pthread_create(&t, nullptr, wait, ends);
    while (!waiting) usleep(1000);
    pthread_cancel(t);
    pthread_join(t, &result);
    printf("%d\n", result == PTHREAD_CANCELED);
}
