/* What programs say of their loops themselves. Built with COUNT, a loop L that has LOOP(L) in front
 * of it and BODY(L) where its bodies begin has its executions that enter a body in entered[L], and
 * the bodies in bodies[L], of LOOPS each. */
#ifndef COUNTED_BODIES_H
#define COUNTED_BODIES_H

#include <stdio.h>

#ifdef COUNT
static unsigned long entered[LOOPS], bodies[LOOPS];
#define BODY(loop) (first##loop ? entered[loop]++ : 0, first##loop = 0, bodies[loop]++)
#define LOOP(loop) int first##loop = 1
#else
#define BODY(loop) ((void)0)
#define LOOP(loop) ((void)0)
#endif

static inline void print_counts(void) {
#ifdef COUNT
    for (unsigned i = 0; i < LOOPS; i++) printf("%lu %lu\n", entered[i], bodies[i]);
#endif
}

#endif
