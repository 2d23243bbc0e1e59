/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * close_all.c WAY: the program closes descriptors by number (number), by closefrom or by
 * close_range. The next descriptors that it opens must have the numbers that it expects.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <fcntl.h>

static void close_all(const char *way) {
    if (is(way, "number"))
        for (int i = 3; i < 1024; i++) close(i);
    if (is(way, "closefrom")) closefrom(3);
    if (is(way, "close_range")) close_range(3, ~0u, 0);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    sink += plenty();
    for (int k = 0; k < 3; k++) {
        int ends[2];
        close_all(argv[1]);
        say("open", open("/dev/null", O_RDONLY));
        say("dup", dup(1));
        say("pipe", pipe(ends));
        say("its end", ends[1]);
        grow();
        close_all(argv[1]);
        live();
    }
    return 0;
}
