/* counted_iterations.h: counts that programs make of their own loops. With COUNT, for a loop L with LOOP(L)
 * before it and ITERATION(L) where its iterations begin, entered[L] counts the executions that have an
 * iteration, and iterations[L] the iterations. There are LOOPS loops. */
#ifndef COUNTED_ITERATIONS_H
#define COUNTED_ITERATIONS_H

#include <stdio.h>

#ifdef COUNT
static unsigned long entered[LOOPS], iterations[LOOPS];
#define ITERATION(loop) (first##loop ? entered[loop]++ : 0, first##loop = 0, iterations[loop]++)
#define LOOP(loop) int first##loop = 1
#else
#define ITERATION(loop) ((void)0)
#define LOOP(loop) ((void)0)
#endif

static inline void print_counts(void) {
#ifdef COUNT
    for (unsigned i = 0; i < LOOPS; i++) printf("%lu %lu\n", entered[i], iterations[i]);
#endif
}

#endif
