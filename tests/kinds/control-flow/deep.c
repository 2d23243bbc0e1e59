/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * deep.c NUMBER WAY: NUMBER nested activations, in the main thread or in another one; then a fork.
 */
#include "../../support/programs/life.h"

KEPT long deep(long n) {
    volatile long here = n;
    return n ? deep(n - 1) + here % 3 : fibonacci(10);
}

static void *thread(void *n) {
    say("deep", deep((long)n));
    return NULL;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    long n = atol(argv[1]);
    sink += plenty();
    if (is(argv[2], "main")) {
        say("deep", deep(n));
        say("deep", deep(n / 2));
    } else {
        pthread_attr_t large;
        pthread_t t;
        pthread_attr_init(&large);
        pthread_attr_setstacksize(&large, 256ul << 20);
        if (pthread_create(&t, &large, thread, (void *)n)) return 1;
        pthread_join(t, NULL);
    }
    live();
    return 0;
}
