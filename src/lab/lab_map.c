/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_map.h"

#include "abi/lab_protocol.h"
#include "lab/lab_words.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <string.h>
#include <unistd.h>

enum { MOST_COUNTERS = 1 << 24 }; /* of one function; more are a damaged file */

static enum ordo_status read_function(struct ordo_arena *arena, struct ordo_lab_words *w,
                                      struct ordo_lab_function *f, uint32_t n_counters,
                                      struct ordo_error *error) {
    size_t n;
    f->hash = ordo_lab_words_next(w);
    const unsigned char *mapping = ordo_lab_words_bytes(w, &n);
    f->n_marks = ordo_lab_words_count(w);
    if (w->bad) return ORDO_OK;
    if (n) ORDO_TRY(ordo_regions_read(arena, mapping, n, &f->regions, error));
    f->marks = ordo_arena_array(arena, f->n_marks, sizeof *f->marks);
    for (size_t i = 0; i < f->n_marks; i++) {
        uint64_t mark = ordo_lab_words_next(w);
        f->marks[i] = (struct ordo_lab_mark){.region_counter = (uint32_t)(mark >> 32),
                                             .counter = (uint32_t)mark};
        if (f->marks[i].counter >= n_counters || f->marks[i].region_counter >= MOST_COUNTERS)
            w->bad = true;
    }
    return ORDO_OK;
}

static void read_calls(struct ordo_arena *arena, struct ordo_lab_words *w,
                       struct ordo_lab_module_map *m) {
    size_t n_files = ordo_lab_words_count(w);
    char **files = ordo_arena_array(arena, n_files, sizeof *files);
    for (size_t i = 0; i < n_files; i++) {
        files[i] = ordo_lab_words_string(w, arena);
    }
    m->n_calls = ordo_lab_words_count(w);
    m->calls = ordo_arena_array(arena, m->n_calls, sizeof *m->calls);
    for (size_t i = 0; i < m->n_calls; i++) {
        uint64_t file = ordo_lab_words_next(w), place = ordo_lab_words_next(w);
        if (file >= n_files) w->bad = true;
        if (w->bad) break;
        m->calls[i] = (struct ordo_lab_call_site){
            .file = files[file], .line = (uint32_t)(place >> 32), .column = (uint32_t)place};
    }
}

static enum ordo_status read_module(struct ordo_arena *arena, struct ordo_lab_words *w,
                                    struct ordo_lab_module_map *m, struct ordo_error *error) {
    size_t n;
    m->id = ordo_lab_words_next(w);
    const unsigned char *names = ordo_lab_words_bytes(w, &n);
    if (w->bad) return ORDO_OK;
    ORDO_TRY(ordo_region_files_read(arena, names, n, &m->files, &m->n_files, error));
    uint64_t counters = ordo_lab_words_next(w);
    if (counters > UINT32_MAX) w->bad = true;
    m->n_counters = (uint32_t)counters;
    m->n_functions = ordo_lab_words_count(w);
    m->functions = ordo_arena_array(arena, m->n_functions, sizeof *m->functions);
    for (size_t i = 0; i < m->n_functions && !w->bad; i++)
        ORDO_TRY(read_function(arena, w, &m->functions[i], m->n_counters, error));
    if (!w->bad) read_calls(arena, w, m);
    return ORDO_OK;
}

enum ordo_status ordo_lab_map_decode(struct ordo_arena *arena, const uint64_t *v, size_t n,
                                     struct ordo_lab_map *out, struct ordo_error *error) {
    *out =
        (struct ordo_lab_map){.modules = ordo_arena_array(arena, n / 3 + 1, sizeof *out->modules)};
    for (size_t at = 0; at < n;) {
        struct ordo_lab_words w = {.v = v + at, .n = n - at};
        uint64_t magic = ordo_lab_words_next(&w), length = ordo_lab_words_next(&w);
        if (magic == 0) { /* the linker may leave a gap between modules */
            at++;
            continue;
        }
        if (magic != ORDO_LAB_MAP_MAGIC || length > n - at || length < 3) w.bad = true;
        if (!w.bad) {
            w.n = (size_t)length;
            ORDO_TRY(read_module(arena, &w, &out->modules[out->n_modules++], error));
        }
        if (w.bad)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "the map of the program: word %zu: not a map of this version: "
                                  "compile everything with the same ordo",
                                  at + w.at);
        at += (size_t)length;
    }
    return ORDO_OK;
}

static enum ordo_status read_section(struct ordo_arena *arena, Elf *elf, struct ordo_lab_map *out,
                                     struct ordo_error *error) {
    size_t names;
    *out = (struct ordo_lab_map){0};
    if (elf_getshdrstrndx(elf, &names) != 0) return ORDO_OK;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
        GElf_Shdr header;
        const char *name = gelf_getshdr(s, &header) ? elf_strptr(elf, names, header.sh_name) : NULL;
        if (!name || strcmp(name, ORDO_LAB_MAP_SECTION) != 0) continue;
        Elf_Data *data = elf_rawdata(s, NULL);
        if (!data || !data->d_buf) continue;
        uint64_t *words = ordo_arena_alloc(arena, data->d_size + 8);
        memcpy(words, data->d_buf, data->d_size);
        return ordo_lab_map_decode(arena, words, data->d_size / 8, out, error);
    }
    return ORDO_OK;
}

enum ordo_status ordo_lab_map_read(struct ordo_arena *arena, const char *executable,
                                   struct ordo_lab_map *out, struct ordo_error *error) {
    int fd = open(executable, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read: %s", executable,
                              strerror(errno));
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    enum ordo_status status =
        elf ? read_section(arena, elf, out, error)
            : ordo_error_set(error, ORDO_BAD_INPUT, "%s: not an ELF file", executable);
    elf_end(elf);
    close(fd);
    return status;
}
