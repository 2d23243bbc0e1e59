/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plugin.c: a library with a thread-local variable that a host loads.
 */
#include "../../support/programs/work.h"

static __thread long own;

long plugged(int n);
long plugged_back(long (*routine)(int), int n);

long plugged(int n) {
    own += work(n % 50);
    return own + fibonacci(n % 10);
}

long plugged_back(long (*routine)(int), int n) {
    long s = 0;
    for (int i = 0; i < n; i++) s += routine(i);
    return s;
}

__attribute__((constructor)) static void begin(void) {
    sink += plenty();
}

__attribute__((destructor)) static void end(void) {
    sink += plenty();
}
