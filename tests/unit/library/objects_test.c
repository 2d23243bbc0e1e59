/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* objects_test.c: what the models report about blocks, copies and streams, for structures in
 * them. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fake_effects.h"
#include <cmocka.h>

#undef getc
#undef putc
WRAP(malloc);
WRAP(calloc);
WRAP(realloc);
WRAP(free);
WRAP(strdup);
WRAP(memcpy);
WRAP(memmove);
WRAP(memset);
WRAP(getc);
WRAP(putc);
WRAP(fgets);
WRAP(fputs);
WRAP(fread);
WRAP(fwrite);
WRAP(fopen);
WRAP(fprintf);
WRAP(read);
WRAP(write);
WRAP(pipe);
WRAP(mmap);

static char a[64], b[64];

static int name_regions(void **state) {
    (void)state;
    fake_reset();
    fake_objects();
    fake_name(a, sizeof a, "a");
    fake_name(b, sizeof b, "b");
    return 0;
}

#define assert_objects(call, expected)                                                             \
    do {                                                                                           \
        fake_objects();                                                                            \
        (void)(call);                                                                              \
        assert_string_equal(fake_objects(), expected);                                             \
    } while (0)

static void blocks_have_the_requested_length_and_end(void **state) {
    (void)state;
    char *p;
    assert_objects(p = __ordo_wrap_malloc(13), "block ?:13");
    fake_name(p, 13, "p");
    fake_objects();
    __ordo_wrap_free(p);
    assert_string_equal(fake_objects(), "end p+0");
    assert_objects(p = __ordo_wrap_calloc(3, 5), "block ?:15");
    free(p);
    assert_objects(p = __ordo_wrap_strdup("four"), "block ?:5");
    free(p);
    assert_objects(p = __ordo_wrap_realloc(NULL, 7), "block ?:7");
    fake_name(p, 7, "q");
    char text[64];
    fake_objects();
    char *moved = __ordo_wrap_realloc(p, 100000);
    snprintf(text, sizeof text, "move q+0>%s:100000", moved == p ? "q+0" : "?");
    assert_string_equal(fake_objects(), text);
    free(moved);
}

static void ranges_are_copied_and_filled(void **state) {
    (void)state;
    assert_objects(__ordo_wrap_memcpy(b, a, 24), "copy a+0>b+0:24");
    assert_objects(__ordo_wrap_memmove(a + 8, a, 16), "copy a+0>a+8:16");
    assert_objects(__ordo_wrap_memset(a, 0, 32), "set a+0:32");
}

static void streams_transfer_bytes(void **state) {
    (void)state;
    FILE *f = tmpfile();
    assert_non_null(f);
    assert_objects(__ordo_wrap_fputs("ab\ncd\n", f), "stream out 6");
    assert_objects(__ordo_wrap_putc('e', f), "stream out 1");
    assert_objects(__ordo_wrap_fwrite("fg", 1, 2, f), "stream out 2");
    assert_objects(__ordo_wrap_fprintf(f, "%d", 1234), "stream out 4 unseen");
    rewind(f);
    assert_objects(__ordo_wrap_getc(f), "stream in 1");
    assert_objects(__ordo_wrap_fgets(a, sizeof a, f), "stream in 2");
    assert_objects(__ordo_wrap_fread(a, 1, 4, f), "stream in 4");
    while (getc(f) != EOF) continue;
    assert_objects(__ordo_wrap_getc(f), "");
    fclose(f);
    f = NULL;
    assert_objects(f = __ordo_wrap_fopen("/dev/null", "r"), "opened");
    fclose(f);
}

static void descriptors_transfer_bytes(void **state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    assert_objects(__ordo_wrap_write(ends[1], "hello", 5), "descriptor out 5");
    assert_objects(__ordo_wrap_read(ends[0], a, sizeof a), "descriptor in 5");
    close(ends[0]);
    close(ends[1]);
    int fd = open("/proc/self/exe", O_RDONLY);
    assert_true(fd >= 0);
    void *p;
    assert_objects(p = __ordo_wrap_mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0),
                   "mapped ?:4096 file");
    munmap(p, 4096);
    close(fd);
    assert_objects(p = __ordo_wrap_mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                   "mapped ?:4096 anonymous");
    munmap(p, 4096);
}

#define T(f) cmocka_unit_test_setup(f, name_regions)

int main(void) {
    const struct CMUnitTest tests[] = {
        T(blocks_have_the_requested_length_and_end),
        T(ranges_are_copied_and_filled),
        T(streams_transfer_bytes),
        T(descriptors_transfer_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
