/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mapped_file.c: Files that are mapped, read, and changed in place. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile long sink;

static long lines(const char *p, size_t n) {
    long k = 0;
    for (size_t i = 0; i < n; i++) k += p[i] == '\n';
    return k;
}

static void upper(char *p, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (p[i] >= 'a' && p[i] <= 'z') p[i] -= 32;
}

int main(void) {
    for (int n = 10; n <= 400; n += 30) {
        FILE *f = fopen("text", "w");
        if (!f) abort();
        for (int i = 0; i < n; i++) fprintf(f, "line %d\n", i);
        fclose(f);
        int fd = open("text", O_RDWR);
        struct stat st;
        if (fd < 0 || fstat(fd, &st)) abort();
        size_t bytes = (size_t)st.st_size;
        char *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (p == MAP_FAILED) abort();
        sink = lines(p, bytes);
        upper(p, bytes);
        munmap(p, bytes);
        close(fd);
    }
}
