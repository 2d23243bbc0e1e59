/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * profile_fuzzer.c: libFuzzer on the reader of stored profiles. The input patches a valid file: 3
 * bytes for the place, then 5 bytes to write there.
 */
#include "profile/store/store.h"
#include "structure/algorithms.h"
#include "support/random_profile.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint8_t sound[1 << 20];
static size_t sound_size;
static int fd = -1;
static char path[64];

/* Puts the file in memory to avoid disk writes; the valid profile is read back from one on disk. */
static void prepare(void) {
    char name[] = "profile_fuzzer_XXXXXX";
    struct ordo_profile *p = random_profile(1);
    struct ordo_error e;
    int made = mkstemp(name);
    if (made < 0 || ordo_profile_save(p, name, false, &e) != ORDO_OK) abort();
    close(made);
    FILE *f = fopen(name, "rb");
    if (!f) abort();
    sound_size = fread(sound, 1, sizeof sound, f);
    fclose(f);
    unlink(name);
    ordo_profile_free(p);
    fd = memfd_create("profile", 0);
    if (fd < 0) abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static uint8_t bytes[1 << 20];
    if (fd < 0) prepare();
    memcpy(bytes, sound, sound_size);
    for (; size >= 8; data += 8, size -= 8) {
        size_t at = ((size_t)data[0] << 16 | (size_t)data[1] << 8 | data[2]) % (sound_size - 5);
        memcpy(bytes + at, data + 3, 5);
    }
    if (ftruncate(fd, 0) < 0 || pwrite(fd, bytes, sound_size, 0) != (ssize_t)sound_size) abort();
    struct ordo_profile *p;
    struct ordo_error e;
    if (ordo_profile_load(path, ORDO_LOAD_ALL, &p, &e) != ORDO_OK) return 0;
    struct ordo_repetition_tree *t = ordo_repetition_tree_new(p);
    ordo_algorithms_free(ordo_algorithms_new(p, t, ORDO_IDENTITY_SOME));
    ordo_repetition_tree_free(t);
    ordo_profile_free(p);
    return 0;
}
