/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * alloca.c: 100 MB by alloca, in one piece, and in pieces in a loop.
 */
#include "../../support/programs/life.h"

#include <alloca.h>

#define ALL (100l << 20)

KEPT long in_one(long bytes) {
    char *p = alloca((size_t)bytes);
    long s = 0;
    for (long i = 0; i < bytes; i += 1024) p[i] = (char)i;
    for (long i = 0; i < bytes; i += 1024) s += p[i];
    return s + work(30);
}

KEPT long in_pieces(int pieces, long bytes) {
    long s = 0;
    for (int k = 0; k < pieces; k++) {
        char *p = alloca((size_t)bytes);
        for (long i = 0; i < bytes; i += 4096) p[i] = (char)(i + k);
        s += p[4096] + work(k % 20);
    }
    return s;
}

int main(void) {
    sink += plenty();
    say("in one", in_one(ALL));
    say("in pieces", in_pieces(100, ALL / 100));
    live();
    return 0;
}
