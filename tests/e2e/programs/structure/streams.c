/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* streams.c: Files that are written, read and copied.
 *
 * Algorithms:
 *   main: no data structure
 *   write_lines: output to words.txt; steps = n; n = lines 4..64
 *   [1,2,3] count_bytes: input from words.txt; steps = n; n = bytes 24..384
 *   [1,2,3] copy: input from words.txt, output to copy.txt; steps = n; n = bytes 24..384
 *   [4] count_bytes: input from words.txt; steps = n; n = used 24..384
 *   [4] copy: input from words.txt, output to copy.txt; steps = n; n = used 24..384
 *
 * Variant 1: character by character. Variant 2: by fread and fwrite. Variant 3: by read and write.
 * Variant 4: mapped. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static volatile int sink;

static void write_lines(int n) {
    FILE *f = fopen("words.txt", "w");
    for (int i = 0; i < n; i++) fputs("words\n", f);
    fclose(f);
}

#if VARIANT <= 2
static int get(FILE *f) {
#if VARIANT == 1
    return getc(f);
#else
    unsigned char c;
    return fread(&c, 1, 1, f) ? c : EOF;
#endif
}

static void put(int c, FILE *f) {
#if VARIANT == 1
    putc(c, f);
#else
    unsigned char byte = (unsigned char)c;
    fwrite(&byte, 1, 1, f);
#endif
}

static int count_bytes(void) {
    FILE *f = fopen("words.txt", "r");
    int n = 0;
    while (get(f) != EOF) n++;
    fclose(f);
    return n;
}

static void copy(void) {
    FILE *from = fopen("words.txt", "r"), *to = fopen("copy.txt", "w");
    int c;
    while ((c = get(from)) != EOF) put(c, to);
    fclose(from);
    fclose(to);
}
#elif VARIANT == 3
static int count_bytes(void) {
    int fd = open("words.txt", O_RDONLY), n = 0;
    char c;
    while (read(fd, &c, 1) == 1) n++;
    close(fd);
    return n;
}

static void copy(void) {
    int from = open("words.txt", O_RDONLY), to = open("copy.txt", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    char c;
    while (read(from, &c, 1) == 1)
        if (write(to, &c, 1) != 1) break;
    close(from);
    close(to);
}
#else
static int count_bytes(void) {
    int fd = open("words.txt", O_RDONLY), n = 0;
    struct stat s;
    fstat(fd, &s);
    const char *text = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    for (off_t i = 0; i < s.st_size; i++) n += text[i] != 0;
    munmap((void *)text, (size_t)s.st_size);
    close(fd);
    return n;
}

static void copy(void) {
    int from = open("words.txt", O_RDONLY), to = open("copy.txt", O_RDWR | O_CREAT | O_TRUNC, 0666);
    struct stat s;
    fstat(from, &s);
    if (ftruncate(to, s.st_size)) return;
    const char *a = mmap(NULL, (size_t)s.st_size, PROT_READ, MAP_PRIVATE, from, 0);
    char *b = mmap(NULL, (size_t)s.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, to, 0);
    for (off_t i = 0; i < s.st_size; i++) b[i] = a[i];
    munmap((void *)a, (size_t)s.st_size);
    munmap(b, (size_t)s.st_size);
    close(from);
    close(to);
}
#endif

int main(void) {
    for (int n = 4; n <= 64; n += 4) {
        write_lines(n);
        sink = count_bytes();
        copy();
    }
    return 0;
}
