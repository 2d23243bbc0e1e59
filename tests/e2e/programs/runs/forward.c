/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * forward.c: copies standard input to standard output.
 */
#include <unistd.h>

int main(void) {
    char buffer[256];
    for (ssize_t n; (n = read(0, buffer, sizeof buffer)) > 0;)
        if (write(1, buffer, (size_t)n) != n) return 1;
    return 0;
}
