/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * code_identity.c: each object file is read once for all processes of a recording.
 */
#include "profile/raw/code_identity.h"

#include "abi/code_section.h"
#include "base/intern.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct ordo_code_identity {
    char *path;
    uint64_t changed_ns;   /* when the file was changed last */
    uint64_t instrumented; /* hash of the numbers in its section; 0: it has none */
    uint64_t whole;        /* hash of its instructions and constants; 0: unknown */
    uint64_t used;         /* one of the two, if a process ran it as it is; 0: none did */
};

static uint64_t mixed(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ h >> 32;
}

/* The order in which the linker found the modules does not matter. */
static uint64_t hash_of_numbers(const Elf_Data *data) {
    uint64_t sum = 0;
    for (size_t at = 0; at + 8 <= data->d_size; at += 8) {
        uint64_t number;
        memcpy(&number, (const char *)data->d_buf + at, sizeof number);
        if (number) sum += mixed(1, number); /* linkers may fill up with 0 */
    }
    return sum;
}

static void read_sections(Elf *elf, struct ordo_code_identity *o) {
    size_t names;
    if (elf_getshdrstrndx(elf, &names) != 0) return;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || header.sh_type != SHT_PROGBITS) continue;
        bool numbers = strcmp(name, ORDO_CODE_SECTION) == 0;
        bool code = (header.sh_flags & SHF_EXECINSTR) || strcmp(name, ".rodata") == 0;
        if (!numbers && !code) continue;
        Elf_Data *data = elf_rawdata(s, NULL);
        if (!data || !data->d_buf) continue;
        if (numbers)
            o->instrumented = hash_of_numbers(data);
        else
            o->whole = mixed(o->whole, ordo_intern_hash(data->d_buf, data->d_size));
    }
}

static uint64_t in_ns(const struct timespec *t) {
    return (uint64_t)t->tv_sec * 1000000000u + (uint64_t)t->tv_nsec;
}

static void read_object(struct ordo_code_identity *o) {
    struct stat st;
    int fd = open(o->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* it may be a pipe */
    if (fd < 0) return;
    elf_version(EV_CURRENT);
    Elf *elf =
        fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? elf_begin(fd, ELF_C_READ_MMAP, NULL) : NULL;
    if (elf && elf_kind(elf) == ELF_K_ELF) {
        o->changed_ns =
            in_ns(&st.st_mtim) > in_ns(&st.st_ctim) ? in_ns(&st.st_mtim) : in_ns(&st.st_ctim);
        read_sections(elf, o);
    }
    elf_end(elf);
    close(fd);
}

static struct ordo_code_identity *object_at(struct ordo_code_identities *c, const char *path) {
    for (size_t i = c->n; i-- > 0;)
        if (strcmp(c->list[i].path, path) == 0) return &c->list[i];
    c->list = ordo_vector_reserve(c->list, &c->capacity, c->n + 1, sizeof *c->list);
    struct ordo_code_identity *o = &c->list[c->n++];
    *o = (struct ordo_code_identity){.path = ordo_memory_copy(path)};
    read_object(o);
    return o;
}

enum ordo_status ordo_code_identities_add(struct ordo_code_identities *c,
                                          const struct ordo_raw_reader *r,
                                          struct ordo_error *error) {
    const struct ordo_raw_block *b;
    bool instrumented = false;
    const char *before = "";
    for (uint64_t at = 0; (b = ordo_raw_next(r, &at));) {
        const char *path;
        if (b->kind != ORDO_RAW_MODULE) continue;
        ORDO_TRY(ordo_raw_strings(r, b, sizeof(struct ordo_raw_module), &path, 1, error));
        if (strcmp(path, before) == 0) continue;
        before = path;
        struct ordo_code_identity *o = object_at(c, path);
        if (!o->instrumented) continue;
        instrumented = true;
        if (o->changed_ns < r->header->start_ns) o->used = o->instrumented;
    }
    if (instrumented) return ORDO_OK;
    struct ordo_code_identity *exe = object_at(c, (const char *)r->header->exe);
    if (exe->changed_ns < r->header->start_ns && !exe->instrumented) exe->used = exe->whole;
    return ORDO_OK;
}

static const char *base_name(const struct ordo_code_identity *o) {
    const char *slash = strrchr(o->path, '/');
    return slash ? slash + 1 : o->path;
}

static int by_name(const void *a, const void *b) {
    const struct ordo_code_identity *x = a, *y = b;
    int c = strcmp(base_name(x), base_name(y));
    return c ? c : (x->used > y->used) - (x->used < y->used);
}

char *ordo_code_identities_text(struct ordo_code_identities *c) {
    struct ordo_text t = {0};
    const struct ordo_code_identity *last = NULL;
    if (c->n) qsort(c->list, c->n, sizeof *c->list, by_name);
    for (size_t i = 0; i < c->n; i++) {
        const struct ordo_code_identity *o = &c->list[i];
        if (!o->used || (last && by_name(o, last) == 0)) continue;
        ordo_text_print(&t, "%s%016" PRIx64 " %s", last ? "\n" : "", o->used, base_name(o));
        last = o;
    }
    return ordo_text_take(&t);
}

void ordo_code_identities_done(struct ordo_code_identities *c) {
    for (size_t i = 0; i < c->n; i++) free(c->list[i].path);
    free(c->list);
    *c = (struct ordo_code_identities){0};
}
