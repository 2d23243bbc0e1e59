/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * fork_twice.c: children fork, and both then call routines of the C library that nobody has called
 * before.
 */
#include "../../support/programs/work.h"

KEPT long read_numbers(const char *volatile text) {
    return strtol(text, NULL, 10) + atoi(text) + (long)strlen(text);
}

KEPT void child(void) {
    sink += fibonacci(10);
    pid_t p = fork();
    if (p == 0) {
        sink += fibonacci(5);
        sink += read_numbers("12x");
        _exit(3);
    }
    sink += read_numbers("45");
    _exit(wait_for(p) == 3 << 8 ? 4 : 99);
}

int main(void) {
    int good = 0;
    for (int i = 0; i < 200; i++) {
        pid_t p = fork();
        if (p == 0) child();
        good += wait_for(p) == 4 << 8;
    }
    say("children", good);
    say("work", plenty());
    return 0;
}
