/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reads_a_file.c: reads a file through one small buffer. */
#include <fcntl.h>
#include <unistd.h>
static char buffer[512];
int fill(int fd) { return read(fd, buffer, sizeof buffer); }
long consume(int fd) {
    long s = 0;
    for (int n; (n = fill(fd)) > 0;)
        for (int i = 0; i < n; i++) s += buffer[i];
    return s;
}
int main(int c, char **v) { return consume(open(v[1], O_RDONLY)) < 0; }
