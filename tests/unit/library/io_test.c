/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* io_test.c: effects of the models of streams, descriptors, files, mappings and clocks. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "fake_effects.h"
#include <cmocka.h>

#undef getc
#undef putc
WRAP(getc);
WRAP(putc);
WRAP(fputs);
WRAP(fgets);
WRAP(fread);
WRAP(fwrite);
WRAP(getline);
WRAP(fopen);
WRAP(read);
WRAP(write);
WRAP(readv);
WRAP(writev);
WRAP(pipe);
WRAP(recv);
WRAP(send);
extern int __ordo_wrap_open(const char *, int, ...);
WRAP(stat);
WRAP(getcwd);
WRAP(realpath);
WRAP(readlink);
WRAP(mkstemp);
WRAP(mmap);
extern void *__ordo_wrap_mremap(void *, size_t, size_t, int, ...);
WRAP(clock_gettime);
extern time_t __ordo_wrap_time(time_t *);
WRAP(localtime_r);
WRAP(strftime);
WRAP(readdir);
WRAP(opendir);

static char a[64], b[64];

static int name_regions(void **state) {
    (void)state;
    fake_on = 1;
    fake_reset();
    fake_name(a, sizeof a, "a");
    fake_name(b, sizeof b, "b");
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    return 0;
}

static FILE *holding(const char *text) {
    FILE *f = tmpfile();
    assert_non_null(f);
    fputs(text, f);
    rewind(f);
    return f;
}

static void characters_cost_one(void **state) {
    (void)state;
    FILE *f = holding("x");
    assert_int_equal(__ordo_wrap_getc(f), 'x');
    assert_string_equal(fake_log(), "bytes 1 getc 1");
    assert_int_equal(__ordo_wrap_getc(f), EOF);
    assert_string_equal(fake_log(), "getc 1");
    rewind(f);
    assert_int_equal(__ordo_wrap_putc('y', f), 'y');
    assert_string_equal(fake_log(), "bytes 1 putc 1");
    fclose(f);
}

static void data_from_a_stream_is_written_by_the_kernel(void **state) {
    (void)state;
    FILE *f = holding("line one\nline two");
    assert_ptr_equal(__ordo_wrap_fgets(a, sizeof a, f), a);
    assert_string_equal(fake_log(), "bytes 9 fill a+0:10 fgets 10");
    assert_ptr_equal(__ordo_wrap_fgets(a, 5, f), a);
    assert_string_equal(fake_log(), "bytes 4 fill a+0:5 fgets 5");
    assert_int_equal(__ordo_wrap_fread(a, 2, 4, f), 2);
    assert_string_equal(fake_log(), "bytes 4 fill a+0:4 fread 4");
    assert_null(__ordo_wrap_fgets(a, sizeof a, f));
    assert_string_equal(fake_log(), "fgets 1");
    rewind(f);
    strcpy(b, "out");
    __ordo_wrap_fputs(b, f);
    assert_string_equal(fake_log(), "bytes 3 read b+0:4 fputs 4");
    assert_int_equal(__ordo_wrap_fwrite(b, 1, 2, f), 2);
    assert_string_equal(fake_log(), "bytes 2 take b+0:2 fwrite 2");
    fclose(f);
}

static void getline_makes_and_grows_its_buffer(void **state) {
    (void)state;
    FILE *f = holding("abc\nde\n");
    char *line = NULL;
    size_t room = 0;
    fake_name(&line, sizeof line, "line");
    fake_name(&room, sizeof room, "room");
    assert_int_equal(__ordo_wrap_getline(&line, &room, f), 4);
    assert_string_equal(fake_log(),
                        expected("read line+0:8 read room+0:8 fresh ?:%zu write line+0:8 "
                                 "write room+0:8 block %zu bytes 4 fill ?:5 getline 37",
                                 room, malloc_usable_size(line)));
    assert_int_equal(__ordo_wrap_getline(&line, &room, f), 3);
    assert_string_equal(fake_log(), "read line+0:8 read room+0:8 bytes 3 fill ?:4 getline 20");
    assert_int_equal(__ordo_wrap_getline(&line, &room, f), -1);
    assert_string_equal(fake_log(), "read line+0:8 read room+0:8 getline 16");
    errno = 0;
    assert_int_equal(__ordo_wrap_getline(NULL, &room, f), -1);
    assert_int_equal(errno, EINVAL);
    free(line);
    fclose(f);
}

static void descriptors_move_as_many_bytes_as_they_return(void **state) {
    (void)state;
    static int ends[2];
    fake_name(ends, sizeof ends, "ends");
    assert_int_equal(__ordo_wrap_pipe(ends), 0);
    assert_string_equal(fake_log(), "fill ends+0:8 pipe 8");
    strcpy(b, "hello");
    assert_int_equal(__ordo_wrap_write(ends[1], b, 5), 5);
    assert_string_equal(fake_log(), "bytes 5 take b+0:5 write 5");
    assert_int_equal(__ordo_wrap_read(ends[0], a, sizeof a), 5);
    assert_string_equal(fake_log(), "bytes 5 fill a+0:5 read 5");
    assert_int_equal(__ordo_wrap_read(-1, a, sizeof a), -1);
    assert_int_equal(errno, EBADF);
    assert_string_equal(fake_log(), "read 1");
    struct iovec pieces[2] = {{b, 2}, {b + 10, 8}}, in[3] = {{a, 1}, {a + 8, 4}, {a + 20, 44}};
    fake_name(pieces, sizeof pieces, "out");
    fake_name(in, sizeof in, "in");
    assert_int_equal(__ordo_wrap_writev(ends[1], pieces, 2), 10);
    assert_string_equal(fake_log(), "bytes 10 read out+0:32 take b+0:2 take b+10:8 writev 42");
    assert_int_equal(__ordo_wrap_readv(ends[0], in, 3), 10);
    assert_string_equal(fake_log(),
                        "bytes 10 read in+0:48 fill a+0:1 fill a+8:4 fill a+20:5 readv 58");
    close(ends[0]);
    close(ends[1]);
    int pair[2];
    assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, pair), 0);
    assert_int_equal(__ordo_wrap_send(pair[0], b, 3, 0), 3);
    assert_string_equal(fake_log(), "bytes 3 take b+0:3 send 3");
    assert_int_equal(__ordo_wrap_recv(pair[1], a, 64, 0), 3);
    assert_string_equal(fake_log(), "bytes 3 fill a+0:3 recv 3");
    close(pair[0]);
    close(pair[1]);
}

static void the_kernel_reads_paths_and_writes_descriptions(void **state) {
    (void)state;
    static struct stat st;
    fake_name(&st, sizeof st, "st");
    strcpy(a, "/");
    assert_int_equal(__ordo_wrap_stat(a, &st), 0);
    assert_true(S_ISDIR(st.st_mode));
    assert_string_equal(fake_log(), "take a+0:2 fill st+0:144 stat 146");
    strcpy(a, "/no/such");
    assert_int_equal(__ordo_wrap_stat(a, &st), -1);
    assert_int_equal(errno, ENOENT);
    assert_string_equal(fake_log(), "take a+0:9 stat 9");
    strcpy(a, "/dev/null");
    strcpy(b, "r");
    FILE *f = __ordo_wrap_fopen(a, b);
    assert_non_null(f);
    fclose(f);
    assert_string_equal(fake_log(), "take a+0:10 read b+0:2 fopen 12");
    int fd = __ordo_wrap_open(a, O_RDONLY);
    assert_true(fd >= 0);
    close(fd);
    assert_string_equal(fake_log(), "take a+0:10 open 10");
    strcpy(a, "/tmp/ordo-XXXXXX");
    fd = __ordo_wrap_mkstemp(a);
    assert_string_equal(fake_log(), "read a+0:17 write a+10:6 mkstemp 23");
    assert_true(fd >= 0);
    close(fd);
    unlink(a);
    fd = __ordo_wrap_open(a, O_WRONLY | O_CREAT | O_EXCL, 0640);
    assert_true(fd >= 0);
    assert_int_equal(fstat(fd, &st), 0);
    assert_int_equal(st.st_mode & 0777 & ~0640, 0);
    close(fd);
    fake_log();
    unlink("ordo-link"); /* left by a run that was killed */
    unlink("ordo-link"); /* left by a run that was killed */
    assert_int_equal(symlink(a, "ordo-link"), 0);
    strcpy(a, "ordo-link");
    ssize_t n = __ordo_wrap_readlink(a, b, sizeof b);
    assert_string_equal(fake_log(), expected("take a+0:10 fill b+0:%zd readlink %zd", n, n + 10));
    unlink("ordo-link");
    b[n] = 0;
    unlink(b);
}

/* AddressSanitizer's own wrappers access their arguments first. */
static void bad_addresses_fail_as_without_a_model(void **state) {
    (void)state;
    if (__has_feature(address_sanitizer)) skip();
    const char *volatile nowhere = (const char *)8;
    struct stat st;
    assert_int_equal(__ordo_wrap_open(nowhere, O_RDONLY), -1);
    assert_int_equal(errno, EFAULT);
    assert_string_equal(fake_log(), "open 1");
    assert_int_equal(__ordo_wrap_stat(nowhere, &st), -1);
    assert_string_equal(fake_log(), "stat 1");
    assert_int_equal(__ordo_wrap_readlink(nowhere, a, 9), -1);
    assert_int_equal(__ordo_wrap_read(0, (void *)(uintptr_t)nowhere, 0), 0);
}

static void returned_paths_are_written(void **state) {
    (void)state;
    char *p = __ordo_wrap_realpath("/usr/..", NULL);
    assert_string_equal(p, "/");
    assert_string_equal(fake_log(), expected("take ?:8 fresh ?:2 block %zu fill ?:2 realpath 10",
                                             malloc_usable_size(p)));
    free(p);
    strcpy(a, "/usr/..");
    char room[4096];
    fake_name(room, sizeof room, "room");
    assert_ptr_equal(__ordo_wrap_realpath(a, room), room);
    assert_string_equal(fake_log(), "take a+0:8 fill room+0:2 realpath 10");
    assert_ptr_equal(__ordo_wrap_getcwd(room, sizeof room), room);
    size_t n = strlen(room) + 1;
    assert_string_equal(fake_log(), expected("fill room+0:%zu getcwd %zu", n, n));
    assert_null(__ordo_wrap_getcwd(room, 1));
    assert_int_equal(errno, ERANGE);
    assert_string_equal(fake_log(), "getcwd 1");
}

static void directory_entries_are_written_by_the_kernel(void **state) {
    (void)state;
    strcpy(a, "/");
    DIR *d = __ordo_wrap_opendir(a);
    assert_non_null(d);
    assert_string_equal(fake_log(), "take a+0:2 opendir 2");
    struct dirent *e = __ordo_wrap_readdir(d);
    assert_non_null(e);
    assert_string_equal(fake_log(), expected("fill ?:%u readdir %u", e->d_reclen, e->d_reclen));
    closedir(d);
}

static void mappings_are_zero_or_fresh(void **state) {
    (void)state;
    char *p = __ordo_wrap_mmap(NULL, 64ull << 30, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    assert_ptr_not_equal(p, MAP_FAILED);
    assert_string_equal(fake_log(), "zero ?:68719476736 mmap 1");
    fake_name(p, 64ull << 30, "p");
    char *q = __ordo_wrap_mremap(p, 64ull << 30, 8192, 0);
    assert_ptr_equal(q, p);
    assert_string_equal(fake_log(), "mremap 1");
    q = __ordo_wrap_mremap(p, 8192, 16384, 0);
    assert_ptr_equal(q, p);
    assert_string_equal(fake_log(), "fresh p+8192:8192 mremap 1");
    char *target = mmap(NULL, 16384, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    fake_name(target, 16384, "t");
    q = __ordo_wrap_mremap(p, 16384, 8192, MREMAP_MAYMOVE | MREMAP_FIXED, target);
    assert_ptr_equal(q, target);
    const char *log = fake_log();
    assert_non_null(strstr(log, "fresh "));
    assert_non_null(strstr(log, "mremap 16384"));
    munmap(target, 16384);
    fake_reset();
    int fd = open("/proc/self/exe", O_RDONLY);
    p = __ordo_wrap_mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    assert_ptr_not_equal(p, MAP_FAILED);
    assert_string_equal(fake_log(), "fresh ?:4096 mmap 1");
    munmap(p, 4096);
    errno = 0;
    assert_ptr_equal(__ordo_wrap_mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0), MAP_FAILED);
    assert_int_equal(errno, EBADF);
    assert_string_equal(fake_log(), "mmap 1");
    close(fd);
}

static void clocks_fill_their_structure(void **state) {
    (void)state;
    static struct timespec ts;
    static struct tm tm;
    static time_t at;
    fake_name(&ts, sizeof ts, "ts");
    fake_name(&tm, sizeof tm, "tm");
    fake_name(&at, sizeof at, "at");
    assert_int_equal(__ordo_wrap_clock_gettime(CLOCK_MONOTONIC, &ts), 0);
    assert_string_equal(fake_log(), "fill ts+0:16 clock_gettime 16");
    assert_true(__ordo_wrap_time(&at) > 0);
    assert_string_equal(fake_log(), "fill at+0:8 time 8");
    assert_true(__ordo_wrap_time(NULL) > 0);
    assert_string_equal(fake_log(), "time 1");
    assert_ptr_equal(__ordo_wrap_localtime_r(&at, &tm), &tm);
    assert_string_equal(fake_log(), "read at+0:8 write tm+0:56 localtime_r 64");
    strcpy(b, "%Y");
    assert_int_equal(__ordo_wrap_strftime(a, sizeof a, b, &tm), 4);
    assert_string_equal(fake_log(), "read b+0:3 read tm+0:56 write a+0:5 strftime 64");
    assert_int_equal(__ordo_wrap_strftime(a, 2, b, &tm), 0);
    assert_string_equal(fake_log(), "read b+0:3 read tm+0:56 strftime 59");
}

int main(void) {
#define T(f) cmocka_unit_test_setup(f, name_regions)
    const struct CMUnitTest tests[] = {
        T(characters_cost_one),
        T(data_from_a_stream_is_written_by_the_kernel),
        T(getline_makes_and_grows_its_buffer),
        T(descriptors_move_as_many_bytes_as_they_return),
        T(the_kernel_reads_paths_and_writes_descriptions),
        T(bad_addresses_fail_as_without_a_model),
        T(returned_paths_are_written),
        T(directory_entries_are_written_by_the_kernel),
        T(mappings_are_zero_or_fresh),
        T(clocks_fill_their_structure),
    };
    return cmocka_run_group_tests_name("library input and output", tests, NULL, NULL);
}
