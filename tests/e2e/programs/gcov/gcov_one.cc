/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcov_one.cc: threads and exceptions, and the inline routine of gcov_shared.h. */
#include "gcov_shared.h"
#include <cstdlib>
#include <pthread.h>
#include <stdexcept>
#include <vector>
int two(int n);
static int thrower(int n) {
    if (n % 3 == 0)
        throw std::runtime_error("three");
    return n;
}
static void *work(void *arg) {
    int n = *(int *)arg;
    for (int i = 0; i < n; i++)
        shared(i);
    return arg;
}
int main(int argc, char **argv) {
    int n = atoi(argv[1]), caught = 0;
    pthread_t t[3];
    for (auto &x : t) pthread_create(&x, nullptr, work, &n);
    for (auto &x : t) pthread_join(x, nullptr);
    std::vector<int> v;
    for (int i = 0; i < n; i++)
        try {
            v.push_back(thrower(i) + two(i));
        } catch (const std::exception &) {
            caught++;
        }
    if (caught > 5)
        exit(shared(caught) > 1000);
    return 0;
}
