/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcov_folder.c: reads files in the order of their names, sorts all blocks by identity and adds
 * equal ones.
 */
#include "trend/gcov_folder.h"

#include "base/intern.h"
#include "base/vector.h"
#include "trend/gcov_data.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct block {
    struct ordo_location location;
    uint64_t count;
};

struct gather {
    const char *folder, *notes;
    struct ordo_arena *arena;
    struct block *blocks;
    struct ordo_gcov_line_count *lines;
    const char **roots;
    size_t n_blocks, block_capacity, n_lines, line_capacity, n_roots, root_capacity, n_files;
    struct ordo_error *error;
};

/* Returns the name relative to the folder where the compiler ran, if the file is below it. */
static const char *relative(const char *file, const char *folder) {
    size_t n = strlen(folder);
    if (n && strncmp(file, folder, n) == 0 && file[n] == '/' && file[n + 1]) return file + n + 1;
    return strncmp(file, "./", 2) == 0 ? file + 2 : file;
}

static void add_root(struct gather *g, const char *root) {
    for (size_t i = 0; i < g->n_roots; i++)
        if (strcmp(g->roots[i], root) == 0) return;
    g->roots = ordo_vector_reserve(g->roots, &g->root_capacity, g->n_roots + 1, sizeof *g->roots);
    g->roots[g->n_roots++] = root;
}

static uint64_t identity(const struct ordo_gcov_function *f, const char *file) {
    char key[4096];
    int n = snprintf(key, sizeof key, "%s\n%s\n%u\n%08x", f->name, file, f->line, f->flow_checksum);
    return ordo_intern_hash(key, n < (int)sizeof key ? (size_t)n : sizeof key - 1);
}

static void add_function(struct gather *g, const struct ordo_gcov_notes *notes,
                         const struct ordo_gcov_function *f) {
    uint64_t id = identity(f, relative(f->file, notes->folder));
    uint32_t last = UINT32_MAX;
    g->blocks = ordo_vector_reserve(g->blocks, &g->block_capacity, g->n_blocks + f->n_lines,
                                    sizeof *g->blocks);
    g->lines =
        ordo_vector_reserve(g->lines, &g->line_capacity, g->n_lines + f->n_lines, sizeof *g->lines);
    for (size_t i = 0; i < f->n_lines; i++) {
        const struct ordo_gcov_line *l = &f->lines[i];
        const char *file = relative(l->file, notes->folder);
        uint64_t count = f->counts ? f->counts[l->block] : 0;
        g->lines[g->n_lines++] = (struct ordo_gcov_line_count){file, l->line, count};
        if (l->block == last) continue;
        last = l->block;
        g->blocks[g->n_blocks++] = (struct block){{.routine = f->name,
                                                   .file = file,
                                                   .routine_id = id,
                                                   .line = l->line,
                                                   .ordinal = l->block},
                                                  count};
    }
}

/* Finds the notes. `stem` is the path of the data without its ending, and `below` the same from
 * the folder on. */
static enum ordo_status find_notes(struct gather *g, const char *stem, const char *below,
                                   const char **out) {
    const char *slash = strrchr(below, '/'), *name = slash ? slash + 1 : below;
    const char *places[4] = {
        ordo_arena_format(g->arena, "%s.gcno", stem),
        g->notes ? ordo_arena_format(g->arena, "%s/%s.gcno", g->notes, below) : NULL,
        g->notes ? ordo_arena_format(g->arena, "%s/%s.gcno", g->notes, name) : NULL,
        slash ? ordo_arena_format(g->arena, "/%s.gcno", below) : NULL,
    };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (places[i] && access(places[i], F_OK) == 0) {
            *out = places[i];
            return ORDO_OK;
        }
    return ordo_error_set(g->error, ORDO_BAD_INPUT,
                          "%s.gcda: its notes %s.gcno are neither beside it nor in %s: copy them "
                          "there",
                          stem, name, g->notes ? g->notes : "the folder above");
}

static enum ordo_status read_file(struct gather *g, const char *path, const char *below) {
    struct ordo_gcov_bytes b;
    struct ordo_gcov_notes notes;
    char *stem = ordo_arena_copy(g->arena, path), *short_stem = ordo_arena_copy(g->arena, below);
    const char *notes_path = NULL;
    stem[strlen(stem) - strlen(".gcda")] = 0;
    short_stem[strlen(short_stem) - strlen(".gcda")] = 0;
    ORDO_TRY(find_notes(g, stem, short_stem, &notes_path));
    ORDO_TRY(ordo_gcov_open(&b, notes_path, ORDO_GCOV_NOTES, g->arena, g->error));
    ORDO_TRY(ordo_gcov_notes_read(&b, g->arena, &notes));
    ORDO_TRY(ordo_gcov_open(&b, path, ORDO_GCOV_DATA, g->arena, g->error));
    ORDO_TRY(ordo_gcov_data_read(&b, g->arena, &notes));
    for (size_t i = 0; i < notes.n_functions; i++) add_function(g, &notes, &notes.functions[i]);
    g->n_files++;
    if (*notes.folder) add_root(g, notes.folder);
    return ORDO_OK;
}

static int no_dots(const struct dirent *e) {
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

static bool is_data(const char *name) {
    size_t n = strlen(name);
    return n > 5 && strcmp(name + n - 5, ".gcda") == 0;
}

static enum ordo_status walk(struct gather *g, const char *folder, const char *below) {
    struct dirent **entries;
    int n = scandir(folder, &entries, no_dots, alphasort);
    if (n < 0)
        return ordo_error_set(g->error, ORDO_ENVIRONMENT, "%s: cannot be read: %s", folder,
                              strerror(errno));
    enum ordo_status status = ORDO_OK;
    for (int i = 0; i < n; i++) {
        struct stat st;
        const char *name = entries[i]->d_name;
        char *path = ordo_arena_format(g->arena, "%s/%s", folder, name);
        char *inner = ordo_arena_format(g->arena, "%s%s%s", below, *below ? "/" : "", name);
        if (status == ORDO_OK && lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
            status = walk(g, path, inner);
        else if (status == ORDO_OK && is_data(name))
            status = read_file(g, path, inner);
        free(entries[i]);
    }
    free(entries);
    return status;
}

static int by_identity(const void *a, const void *b) {
    const struct ordo_location *p = &((const struct block *)a)->location;
    const struct ordo_location *q = &((const struct block *)b)->location;
    int c = strcmp(p->file, q->file);
    if (c) return c;
    if (p->line != q->line) return p->line < q->line ? -1 : 1;
    if (p->routine_id != q->routine_id) return p->routine_id < q->routine_id ? -1 : 1;
    return (p->ordinal > q->ordinal) - (p->ordinal < q->ordinal);
}

static int by_line(const void *a, const void *b) {
    const struct ordo_gcov_line_count *p = a, *q = b;
    int c = strcmp(p->file, q->file);
    return c ? c : (p->line > q->line) - (p->line < q->line);
}

static void take_blocks(struct gather *g, struct ordo_gcov_counts *out) {
    out->locations = ordo_arena_array(g->arena, g->n_blocks, sizeof *out->locations);
    out->counts = ordo_arena_array(g->arena, g->n_blocks, sizeof *out->counts);
    if (g->n_blocks) qsort(g->blocks, g->n_blocks, sizeof *g->blocks, by_identity);
    for (size_t i = 0; i < g->n_blocks; i++) {
        if (i && by_identity(&g->blocks[i - 1], &g->blocks[i]) == 0) {
            out->counts[out->n_locations - 1] += g->blocks[i].count;
            continue;
        }
        out->locations[out->n_locations] = g->blocks[i].location;
        out->counts[out->n_locations++] = g->blocks[i].count;
    }
}

static void take_lines(struct gather *g, struct ordo_gcov_counts *out) {
    out->lines = ordo_arena_array(g->arena, g->n_lines, sizeof *out->lines);
    out->roots = ordo_arena_array(g->arena, g->n_roots, sizeof *out->roots);
    if (g->n_lines) qsort(g->lines, g->n_lines, sizeof *g->lines, by_line);
    for (size_t i = 0; i < g->n_lines; i++) {
        struct ordo_gcov_line_count *last = &out->lines[out->n_lines - !!out->n_lines];
        if (i && by_line(&g->lines[i - 1], &g->lines[i]) == 0) {
            if (g->lines[i].count > last->count) last->count = g->lines[i].count;
            continue;
        }
        out->lines[out->n_lines++] = g->lines[i];
    }
    for (size_t i = 0; i < g->n_roots; i++) out->roots[out->n_roots++] = g->roots[i];
}

enum ordo_status ordo_gcov_folder_read(const char *folder, const char *notes,
                                       struct ordo_arena *arena, struct ordo_gcov_counts *out,
                                       struct ordo_error *error) {
    struct gather g = {.folder = folder, .notes = notes, .arena = arena, .error = error};
    *out = (struct ordo_gcov_counts){0};
    enum ordo_status status = walk(&g, folder, "");
    if (status == ORDO_OK && !g.n_files)
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "%s: contains no .gcda file: run the program built with `gcc "
                                "--coverage` so that it writes there",
                                folder);
    if (status == ORDO_OK) {
        take_blocks(&g, out);
        take_lines(&g, out);
    }
    free(g.blocks);
    free(g.lines);
    free(g.roots);
    return status;
}
