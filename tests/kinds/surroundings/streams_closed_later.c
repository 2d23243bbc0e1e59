/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * streams_closed_later.c: the program closes its standard streams, opens a file in their place, and
 * continues.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <fcntl.h>

int main(void) {
    say("work", plenty());
    for (int i = 0; i < 3; i++) close(i);
    grow();
    int first = open("written", O_RDWR | O_CREAT | O_TRUNC, 0600);
    live();
    dprintf(first, "%d %ld\n", first, plenty());
    return 20 + first;
}
