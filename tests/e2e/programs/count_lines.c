/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Counts the lines of its input; fails when there is none.
 */
#include <stdio.h>
int main(void) {
    int c, lines = 0;
    while ((c = getchar()) != EOF)
        if (c == '\n') lines++;
    return lines == 0;
}
