/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * count_lines.c: counts the lines of its input, and fails if there are none.
 */
#include <stdio.h>
int main(void) {
    int c, lines = 0;
    while ((c = getchar()) != EOF)
        if (c == '\n') lines++;
    return lines == 0;
}
