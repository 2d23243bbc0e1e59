/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * readers.c DATA: reads 1,000 to 100,000 bytes of DATA in several ways, and prints what each call
 * has read: ROUTINE BYTES.
 */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define ROUTINE __attribute__((noinline))
static char buffer[4096];
static unsigned long sum;

ROUTINE static long by_read(int fd) {
    long all = 0, n;
    while ((n = read(fd, buffer, sizeof buffer)) > 0) {
        for (long i = 0; i < n; i++) sum += (unsigned char)buffer[i];
        all += n;
    }
    return all;
}

ROUTINE static long by_readv(int fd) {
    struct iovec pieces[2] = {{buffer, 1000}, {buffer + 1000, 500}};
    long all = 0, n;
    while ((n = readv(fd, pieces, 2)) > 0) all += n;
    return all;
}

ROUTINE static long by_fgetc(FILE *f) {
    long all = 0;
    for (int c; (c = fgetc(f)) != EOF; all++) sum += (unsigned)c;
    return all;
}

ROUTINE static long by_fread(FILE *f) {
    long all = 0;
    for (size_t n; (n = fread(buffer, 1, 777, f)) > 0;) all += (long)n;
    return all;
}

ROUTINE static long by_fgets(FILE *f) {
    long all = 0;
    while (fgets(buffer, 64, f)) all += (long)strlen(buffer);
    return all;
}

ROUTINE static long by_getline(FILE *f) {
    char *line = NULL;
    size_t room = 0;
    long all = 0;
    for (ssize_t n; (n = getline(&line, &room, f)) >= 0;) all += n;
    free(line);
    return all;
}

/* Words of at most 60 characters, each with the space before it. */
ROUTINE static long by_fscanf(FILE *f) {
    int length;
    long all = 0;
    while (fscanf(f, "%60s%n", buffer, &length) == 1) all += length;
    return all + 1; /* the line's end after the last word */
}

ROUTINE static long by_recv(int socket, long left) {
    long all = 0;
    while (all < left) {
        long n = recv(socket, buffer, sizeof buffer, 0);
        if (n <= 0) break;
        all += n;
    }
    return all;
}

ROUTINE static long by_pipe(int fd) {
    return by_read(fd);
}

ROUTINE static long by_mapping(int fd, long size) {
    const char *p = mmap(NULL, (size_t)size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (p == MAP_FAILED) return 0;
    for (long i = 0; i < size; i++) sum += (unsigned char)p[i];
    munmap((void *)(size_t)p, (size_t)size);
    return size;
}

/* Its own bytes and those of its callees. */
ROUTINE static long nested(int fd, long own) {
    long all = pread(fd, buffer, (size_t)own, 0);
    long callees = by_read(fd);
    printf("by_read %ld\n", callees);
    return all + callees + pread(fd, buffer, 7, 0);
}

ROUTINE static long recursive(FILE *f, int depth) {
    long all = 0;
    for (int i = 0; i < 5 && fgetc(f) != EOF; i++) all++;
    if (depth) all += recursive(f, depth - 1);
    printf("recursive %ld\n", all);
    return all;
}

static jmp_buf out;
ROUTINE static void left_by_jump(FILE *f, int n) {
    for (int i = 0; i < n; i++) sum += (unsigned)fgetc(f);
    longjmp(out, 1);
}

ROUTINE static long jumped_over(FILE *f, int n) {
    if (setjmp(out) == 0) left_by_jump(f, n);
    printf("left_by_jump %d\n", n);
    return n + (fgetc(f) != EOF);
}

static int from_handler;
ROUTINE static void handler(int number) {
    char own[32];
    (void)number;
    sum += (unsigned long)pread(from_handler, own, sizeof own, 0);
}

ROUTINE static long interrupted(int fd) {
    from_handler = fd;
    long all = pread(fd, buffer, 11, 0);
    raise(SIGUSR1);
    printf("handler 32\n");
    return all + pread(fd, buffer, 13, 0);
}

/* The child's part of an activation that its parent opened is nobody's. */
ROUTINE static long forking(int fd) {
    long all = pread(fd, buffer, 100, 0);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        printf("by_read %ld\n", by_read(fd));
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    return all + pread(fd, buffer, 50, 0);
}

static int open_at(const char *path, long from_end) {
    int fd = open(path, O_RDONLY);
    if (fd < 0 || lseek(fd, -from_end, SEEK_END) < 0) exit(2);
    return fd;
}

static FILE *stream_at(const char *path, long from_end) {
    FILE *f = fopen(path, "r");
    if (!f || fseek(f, -from_end, SEEK_END) < 0) exit(2);
    return f;
}

/* Sends n bytes through a socket or a pipe, from a child that is not recorded as a reader. */
static int sent(int is_pipe, long n) {
    int ends[2];
    if ((is_pipe ? pipe(ends) : socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) < 0) exit(2);
    fflush(stdout);
    if (fork() == 0) {
        char data[100] = {0};
        for (long left = n; left > 0;) {
            long m = write(ends[1], data, left < 100 ? (size_t)left : 100);
            if (m <= 0) break;
            left -= m;
        }
        _exit(0);
    }
    close(ends[1]);
    return ends[0];
}

#define WITH_FILE(routine)                                                                         \
    do {                                                                                           \
        FILE *f = stream_at(path, n);                                                              \
        printf(#routine " %ld\n", routine(f));                                                     \
        fclose(f);                                                                                 \
    } while (0)
#define WITH_FD(routine, ...)                                                                      \
    do {                                                                                           \
        int fd = open_at(path, n);                                                                 \
        printf(#routine " %ld\n", routine(fd __VA_ARGS__));                                        \
        close(fd);                                                                                 \
    } while (0)

int main(int argc, char **argv) {
    const char *path = argv[1];
    if (argc < 2) return 2;
    signal(SIGUSR1, handler);
    for (long n = 1000; n <= 100000; n = n * 2 + n / 2) {
        WITH_FD(by_read, );
        WITH_FD(by_readv, );
        WITH_FILE(by_fgetc);
        WITH_FILE(by_fread);
        WITH_FILE(by_fgets);
        WITH_FILE(by_getline);
        WITH_FILE(by_fscanf);
        WITH_FD(nested, , n / 50);
        int fd = sent(0, n);
        printf("by_recv %ld\n", by_recv(fd, n));
        close(fd);
        fd = sent(1, n);
        long got = by_pipe(fd);
        printf("by_read %ld\nby_pipe %ld\n", got, got);
        close(fd);
        WITH_FD(interrupted, );
        WITH_FD(forking, );
        FILE *f = stream_at(path, n);
        recursive(f, 3);
        recursive(f, 20);
        printf("jumped_over %ld\n", jumped_over(f, 40));
        fclose(f);
        fd = open(path, O_RDONLY);
        printf("by_mapping %ld\n", by_mapping(fd, n));
        close(fd);
    }
    while (wait(NULL) > 0) continue;
    return sum == 1;
}
