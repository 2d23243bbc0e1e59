/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * line_counts.c: a comment "= N" at the end of a line is the number of times that the line is executed.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int sink;
static jmp_buf back;

static int fib(int n) { /* = 177 */
    if (n < 2)          /* = 177 */
        return n;       /* = 89 */
    return fib(n - 1) + /* = 88 */
           fib(n - 2);  /* = 88 */
}

static void leave(int how) { /* = 6 */
    if (how == 0)            /* = 6 */
        longjmp(back, 1);    /* = 5 */
    sink++;                  /* = 1 */
}

static int jumps(void) {         /* = 1 */
    volatile int n = 0;          /* = 1 */
    if (setjmp(back))            /* = 6 */
        n = n + 1;               /* = 5 */
    leave(n == 5);               /* = 6 */
    if (n)                       /* = 1 */
        sink = 1;                /* = 1 */
    else                         /* */
        sink = 2;                /* = 0 */
    return n;                    /* = 1 */
}

static void handler(int number) { /* = 3 */
    sink = number;                /* = 3 */
}

static int loops(int n) {              /* = 2 */
    int total = 0;                     /* = 2 */
    for (int i = 0; i < n; i++) {      /* = 102 */
        if (i % 3 == 0)                /* = 100 */
            continue;                  /* = 34 */
        if (i == 77)                   /* = 66 */
            break;                     /* = 0 */
        total += i;                    /* = 66 */
    }                                  /* */
    while (n > 0) {                    /* = 12 */
        n -= 10;                       /* = 10 */
        switch (n) {                   /* = 10 */
        case 0:                        /* */
            total++;                   /* = 2 */
            break;                     /* = 2 */
        case 10:                       /* */
            total += 2;                /* = 2 */
            /* fall through */
        default:                       /* */
            total += 3;                /* = 8 */
        }                              /* */
    }                                  /* */
    do {                               /* */
        total--;                       /* = 10 */
        n++;                           /* = 10 */
    } while (n < 5);                   /* = 10 */
    return total;                      /* = 2 */
}

static int never(int n) { /* = 0 */
    return n + 1;         /* = 0 */
}

static void stop(int status) { /* = 1 */
    exit(status);              /* = 1 */
}

int main(int argc, char **argv) { /* = 1 */
    (void)argv;
    if (argc > 5)                 /* = 1 */
        sink = never(argc);       /* = 0 */
    signal(SIGUSR1, handler);     /* = 1 */
    for (int i = 0; i < 3; i++)   /* = 4 */
        raise(SIGUSR1);           /* = 3 */
    printf("%d %d %d\n",          /* */
           fib(10), jumps(),      /* = 1 */
           loops(30) + loops(70)  /* = 1 */
    );
    stop(0);                      /* = 1 */
    return 7;
}
