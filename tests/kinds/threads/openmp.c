/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * openmp.c: loops, sections and tasks of OpenMP, and a fork between them.
 */
#include "../../support/programs/work.h"

KEPT long tasks(int n) {
    long a = 0, b = 0;
    if (n < 10) return fibonacci(n);
#pragma omp task shared(a)
    a = tasks(n - 1);
#pragma omp task shared(b)
    b = tasks(n - 2);
#pragma omp taskwait
    return a + b;
}

int main(void) {
    long s = 0, t = 0;
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for reduction(+ : s) schedule(dynamic) num_threads(4)
        for (int i = 0; i < 200; i++) s += work(i);
        say("loop", s);
#pragma omp parallel num_threads(4)
#pragma omp single
        t = tasks(15);
        say("tasks", t);
#pragma omp parallel sections reduction(+ : s) num_threads(4)
        {
#pragma omp section
            s += plenty();
#pragma omp section
            s += 2 * plenty();
        }
        say("sections", s);
        pid_t p = fork();
        if (p == 0) {
            sink += plenty();
            _exit(3);
        }
        say_end("child", wait_for(p));
    }
    return 0;
}
