/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lab_threads.cpp: two threads execute the same loop. */
#include <ordo/ordo.h>
#include <thread>
static void work(long n) { for (long i = 0; i < n; i++) { volatile long x = i; (void)x; } }
static void f(long *p, size_t) {
    std::thread a(work, *p), b(work, *p);
    a.join(); b.join();
}
ORDO_EXPERIMENT(f, .inputs = ordo_integer, .from = 1000, .to = 1000);
