/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * closed_streams.c: the program is started without standard streams, so the first files that it
 * opens are its streams.
 */
#define _GNU_SOURCE
#include "../../support/programs/life.h"

#include <fcntl.h>

int main(void) {
    int first = open("written", O_RDWR | O_CREAT | O_TRUNC, 0600);
    int second = open("/dev/null", O_RDONLY);
    grow();
    int third = open("/dev/null", O_RDWR);
    dprintf(first, "%d %d %d %ld\n", first, second, third, plenty());
    printf("over standard output\n");
    fflush(stdout);
    live();
    dprintf(first, "%ld\n", plenty());
    return first + 10 * second + 50 * third;
}
