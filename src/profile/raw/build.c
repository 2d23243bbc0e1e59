/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * build.c: builds the profile of one recording.
 *
 * Each raw file is added to one gather: scopes first, then measures, contexts, structures, code
 * and threads. The features and processes of the run are collected separately.
 *
 * A file that is skipped (skip_bad) must leave no trace. Such files are rare. When one is found,
 * the whole build starts again, and each file is first read into a trial gather.
 */
#include "profile/raw/build.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"
#include "profile/gather/gather.h"
#include "profile/gather/point_set.h"
#include "profile/raw/code_identity.h"
#include "profile/raw/raw_measures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A feature with the process that gave it. If a name has several values, the last one of the
 * latest process is kept. */
struct given_feature {
    struct ordo_feature_value feature;
    uint64_t start_ns;
    uint32_t pid;
    size_t order;
};

/* What one process moved through a pipe, or read of a file. */
struct channel {
    uint64_t key; /* a pipe's inode; a file's hash, whose highest bit is set */
    uint64_t read;
    uint64_t other; /* pipe: bytes written; file: its size */
};
#define IS_FILE (UINT64_C(1) << 63)

struct build {
    const struct ordo_build_options *options;
    struct ordo_error *error;
    struct ordo_gather *g;
    struct ordo_arena *arena; /* strings of the processes and features */
    struct ordo_process *processes;
    size_t n_processes, processes_capacity;
    struct given_feature *given;
    size_t n_given, given_capacity;
    struct channel *channels; /* one per pipe or file, and process */
    size_t n_channels, channels_capacity;
    struct ordo_code_identities codes;
    uint64_t input, allocations, allocated, peak; /* sums over processes; input without pipes and
                                                      files */
    uint32_t cell_bytes;
    const char *cell_file; /* the file that cell_bytes comes from */
    bool is_sampled;       /* the files come from a production build */
    bool has_binary;       /* an unmodified binary was profiled */
    bool tries;            /* each file is read into a trial gather first */
    uint32_t unreadable;
    char unreadable_why[sizeof((struct ordo_error *)0)->message];
};

static bool is_running(const struct ordo_build_options *o, uint32_t pid) {
    for (size_t i = 0; i < o->n_running; i++)
        if (o->running[i] == pid) return true;
    return false;
}

/* Returns the header's command quoted for a shell. In the header its words are separated by NUL
 * and end with an empty word. */
static char *quoted_command(const struct ordo_raw_header *h, struct ordo_arena *arena) {
    struct ordo_text t = {0};
    const char *at = (const char *)h->command, *end = at + sizeof h->command;
    while (at < end && *at) {
        size_t n = strnlen(at, (size_t)(end - at));
        char *word = ordo_arena_alloc(arena, n + 1);
        memcpy(word, at, n);
        if (t.n) ordo_text_add(&t, " ");
        ordo_text_add_quoted(&t, word);
        at += n + 1;
    }
    char *copy = ordo_arena_copy(arena, t.bytes ? t.bytes : "");
    ordo_text_done(&t);
    return copy;
}

static enum ordo_process_state state_of(const struct build *b, const struct ordo_raw_header *h) {
    if (h->state == ORDO_RAW_FINISHED) return ORDO_PROCESS_FINISHED;
    if (h->state == ORDO_RAW_EXECED) return ORDO_PROCESS_EXECED;
    return is_running(b->options, h->pid) ? ORDO_PROCESS_RUNNING : ORDO_PROCESS_KILLED;
}

static void add_process(struct build *b, const struct ordo_raw_reader *r, bool has_drms,
                        const struct ordo_raw_sums *sums) {
    const struct ordo_raw_header *h = r->header;
    b->processes = ordo_vector_reserve(b->processes, &b->processes_capacity, b->n_processes + 1,
                                       sizeof *b->processes);
    struct ordo_process *process = &b->processes[b->n_processes];
    *process = (struct ordo_process){.pid = h->pid,
                                     .ppid = h->ppid,
                                     .exe = ordo_arena_copy(b->arena, (const char *)h->exe),
                                     .command = quoted_command(h, b->arena),
                                     .state = state_of(b, h),
                                     .stop = h->stop,
                                     .stop_errno = (uint32_t)h->stop_errno,
                                     .lost_children = h->lost_children,
                                     .lost_errno = h->lost_errno,
                                     .start_ns = h->start_ns,
                                     .end_ns = h->end_ns,
                                     .forked = h->forked != 0,
                                     .drms_asked = h->drms != 0,
                                     .drms_compiled = has_drms,
                                     .threads = sums->threads,
                                     .cost = sums->cost};
    if (ordo_raw_is_sampled(h))
        process->sampling =
            (struct ordo_sampling){.key = ordo_raw_sampling_key(h),
                                   .rate = h->rate,
                                   .budget = h->budget,
                                   .log_bytes = h->log_bytes,
                                   .sampled_ns = h->sampled_ns,
                                   .unsampled = h->unsampled,
                                   .samples = ordo_raw_sample_records(r) + h->unlogged,
                                   .unlogged = h->unlogged};
    b->n_processes++;
}

static enum ordo_status read_features(struct build *b, const struct ordo_raw_reader *r) {
    const struct ordo_raw_block *block;
    for (uint64_t at = 0; (block = ordo_raw_next(r, &at));) {
        if (block->kind != ORDO_RAW_FEATURE) continue;
        const struct ordo_raw_feature *f = (const struct ordo_raw_feature *)block;
        const char *name;
        double value;
        ORDO_TRY(ordo_raw_strings(r, block, sizeof *f, &name, 1, b->error));
        memcpy(&value, &f->value, sizeof value);
        if (!*name || !isfinite(value)) continue;
        char *copy = ordo_arena_copy(b->arena, name);
        b->given =
            ordo_vector_reserve(b->given, &b->given_capacity, b->n_given + 1, sizeof *b->given);
        b->given[b->n_given] =
            (struct given_feature){{copy, value}, r->header->start_ns, r->header->pid, b->n_given};
        b->n_given++;
    }
    return ORDO_OK;
}

static enum ordo_status pour_file(struct build *b, const struct ordo_raw_reader *r,
                                  struct ordo_gather *g, bool *has_drms,
                                  struct ordo_raw_sums *sums) {
    struct ordo_raw_scopes scopes;
    struct ordo_raw_places places = {0};
    ORDO_TRY(ordo_raw_scopes_read(&scopes, r, g, b->error));
    *has_drms = scopes.has_drms;
    b->has_binary |= scopes.has_binary;
    enum ordo_status status = ordo_raw_measures_read(r, &scopes, g, b->error);
    if (status == ORDO_OK) status = ordo_raw_contexts_read(r, &scopes, g, &places, b->error);
    if (status == ORDO_OK) status = ordo_raw_observations_read(r, &scopes, &places, g, b->error);
    if (status == ORDO_OK)
        status = ordo_raw_structure_read(r, &scopes, &places, b->options->directory, g, b->error);
    if (status == ORDO_OK) status = ordo_raw_production_read(r, &scopes, g, b->error);
    if (status == ORDO_OK) status = ordo_raw_code_read(r, &scopes, g, b->error);
    if (status == ORDO_OK) status = ordo_raw_threads_read(r, &scopes, g, sums, b->error);
    ordo_raw_places_done(&places);
    ordo_raw_scopes_done(&scopes);
    return status;
}

static void note_channels(struct build *b, const uint64_t *keys, const uint64_t *read,
                          const uint64_t *other, size_t most) {
    for (size_t i = 0; i < most && keys[i]; i++) {
        b->channels = ordo_vector_reserve(b->channels, &b->channels_capacity, b->n_channels + 1,
                                          sizeof *b->channels);
        b->channels[b->n_channels++] = (struct channel){keys[i], read[i], other[i]};
    }
}

static int by_key(const void *a, const void *b) {
    const struct channel *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* Returns the bytes that the run read from pipes to which none of its processes wrote, and from
 * files, of each at most as many as it has. */
static uint64_t input_from_channels(struct build *b) {
    uint64_t input = 0;
    if (b->n_channels) qsort(b->channels, b->n_channels, sizeof *b->channels, by_key);
    for (size_t first = 0, last; first < b->n_channels; first = last) {
        const struct channel *c = &b->channels[first];
        uint64_t read = 0, most = 0;
        for (last = first; last < b->n_channels && b->channels[last].key == c->key; last++) {
            read = ordo_count_add(read, b->channels[last].read);
            if (b->channels[last].other > most) most = b->channels[last].other;
        }
        if (c->key & IS_FILE)
            input = ordo_count_add(input, read < most ? read : most);
        else if (!most)
            input = ordo_count_add(input, read);
    }
    return input;
}

static enum ordo_status check_cells(const struct build *b, const struct ordo_raw_reader *r) {
    if (!b->cell_file || r->header->cell_bytes == b->cell_bytes) return ORDO_OK;
    return ordo_error_set(b->error, ORDO_BAD_INPUT,
                          "%s: byte %zu: cells of %u bytes, but those of %s have %u: do not change "
                          "ORDO_CELL during a recording",
                          r->name, offsetof(struct ordo_raw_header, cell_bytes),
                          r->header->cell_bytes, b->cell_file, b->cell_bytes);
}

static enum ordo_status check_kind(const struct build *b, const struct ordo_raw_reader *r) {
    bool is_sampled = ordo_raw_is_sampled(r->header);
    if (!b->cell_file || is_sampled == b->is_sampled) return ORDO_OK;
    return ordo_error_set(
        b->error, ORDO_BAD_INPUT,
        "%s: byte %zu: %s from a production build, but %s %s: record them separately", r->name,
        offsetof(struct ordo_raw_header, sampled), is_sampled ? "is" : "is not", b->cell_file,
        is_sampled ? "is not" : "is");
}

static enum ordo_status read_open_file(struct build *b, const struct ordo_raw_reader *r) {
    bool has_drms;
    struct ordo_raw_sums sums;
    ORDO_TRY(check_cells(b, r));
    ORDO_TRY(check_kind(b, r));
    if (b->tries) {
        struct ordo_gather *trial = ordo_gather_new();
        enum ordo_status status = pour_file(b, r, trial, &has_drms, &sums);
        ordo_gather_free(trial);
        ORDO_TRY(status);
    }
    ORDO_TRY(pour_file(b, r, b->g, &has_drms, &sums));
    ORDO_TRY(read_features(b, r));
    ORDO_TRY(ordo_code_identities_add(&b->codes, r, b->error));
    b->cell_file = r->name;
    b->cell_bytes = r->header->cell_bytes;
    b->is_sampled = ordo_raw_is_sampled(r->header);
    const struct ordo_raw_header *h = r->header;
    note_channels(b, h->pipes, h->pipe_reads, h->pipe_writes, ORDO_RAW_PIPES);
    uint64_t of_files[ORDO_RAW_FILES];
    for (size_t i = 0; i < ORDO_RAW_FILES; i++)
        of_files[i] = h->file_reads[i] > h->file_fills[i] ? h->file_reads[i] : h->file_fills[i];
    note_channels(b, h->files, of_files, h->file_sizes, ORDO_RAW_FILES);
    b->input = ordo_count_add(b->input, sums.input);
    b->allocations = ordo_count_add(b->allocations, sums.allocations);
    b->allocated = ordo_count_add(b->allocated, sums.allocated);
    b->peak = ordo_count_add(b->peak, sums.peak);
    add_process(b, r, has_drms, &sums);
    return ORDO_OK;
}

static enum ordo_status read_file(struct build *b, const char *path) {
    struct ordo_raw_reader r;
    ORDO_TRY(ordo_raw_open(&r, path, b->error));
    enum ordo_status status = read_open_file(b, &r);
    ordo_raw_close(&r);
    return status;
}

/* Reads all files; fails at the first that cannot be read. */
static enum ordo_status read_all(struct build *b, const char *const *paths, size_t n) {
    for (size_t i = 0; i < n; i++) ORDO_TRY(read_file(b, paths[i]));
    return ORDO_OK;
}

static void read_readable(struct build *b, const char *const *paths, size_t n) {
    struct ordo_error *caller = b->error;
    struct ordo_error own;
    b->tries = true;
    for (size_t i = 0; i < n; i++) {
        b->error = &own;
        enum ordo_status status = read_file(b, paths[i]);
        b->error = caller;
        if (status == ORDO_OK) continue;
        /* The smallest of several messages is kept, so that it does not depend on the order of the
         * files. */
        if (!b->unreadable++ || strcmp(own.message, b->unreadable_why) < 0)
            memcpy(b->unreadable_why, own.message, sizeof own.message);
    }
}

static int by_name_and_age(const void *a, const void *b) {
    const struct given_feature *x = a, *y = b;
    int c = strcmp(x->feature.name, y->feature.name);
    if (c) return c;
    if (x->start_ns != y->start_ns) return x->start_ns < y->start_ns ? -1 : 1;
    if (x->pid != y->pid) return x->pid < y->pid ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

/* Fills list[] with one value per name: the command line's, or else the program's latest. Returns
 * their number. */
static size_t settle_features(struct build *b, struct ordo_feature_value *list) {
    size_t n = 0;
    const struct ordo_build_options *o = b->options;
    for (size_t i = 0; i < o->n_features; i++) {
        size_t k = 0;
        while (k < n && strcmp(list[k].name, o->features[i].name) != 0) k++;
        list[k] = o->features[i];
        if (k == n) n++;
    }
    size_t n_asked = n;
    if (b->n_given) qsort(b->given, b->n_given, sizeof *b->given, by_name_and_age);
    for (size_t i = 0; i < b->n_given; i++) {
        const char *name = b->given[i].feature.name;
        bool overridden = i + 1 < b->n_given && strcmp(name, b->given[i + 1].feature.name) == 0;
        for (size_t k = 0; k < n_asked; k++) overridden |= strcmp(name, list[k].name) == 0;
        if (!overridden) list[n++] = b->given[i].feature;
    }
    return n;
}

static void add_run(struct build *b) {
    const struct ordo_build_options *o = b->options;
    struct ordo_text command = {0};
    for (const char *const *arg = o->argv; arg && *arg; arg++) {
        if (command.n) ordo_text_add(&command, " ");
        ordo_text_add_quoted(&command, *arg);
    }
    struct ordo_feature_value *features =
        ordo_memory_new(o->n_features + b->n_given + 1, sizeof *features);
    size_t n = settle_features(b, features);
    char *code = ordo_code_identities_text(&b->codes);
    struct ordo_run run = {.command = command.bytes ? command.bytes : "",
                           .start_ns = o->start_ns,
                           .end_ns = o->end_ns,
                           .exit_status = o->exit_status,
                           .signal = o->signal,
                           .unreadable = b->unreadable,
                           .input = ordo_count_add(b->input, input_from_channels(b)),
                           .allocations = b->allocations,
                           .allocated = b->allocated,
                           .peak = b->peak == UINT64_MAX ? 0 : b->peak,
                           .unreadable_why = b->unreadable_why,
                           .code = code};
    ordo_gather_run(b->g, &run, features, (uint32_t)n, b->processes, (uint32_t)b->n_processes);
    ordo_gather_only_run(b->g);
    free(code);
    free(features);
    ordo_text_done(&command);
}

static void begin(struct build *b, const struct ordo_build_options *options,
                  struct ordo_error *error) {
    *b = (struct build){
        .options = options, .error = error, .g = ordo_gather_new(), .arena = ordo_arena_new()};
}

static void end(struct build *b) {
    ordo_gather_free(b->g);
    ordo_arena_free(b->arena);
    free(b->processes);
    free(b->given);
    free(b->channels);
    ordo_code_identities_done(&b->codes);
}

enum ordo_status ordo_profile_from_raw(const char *const *paths, size_t n,
                                       const struct ordo_build_options *options,
                                       struct ordo_profile **out, struct ordo_error *error) {
    static const struct ordo_build_options defaults = {.exit_status = -1};
    struct build b;
    if (!options) options = &defaults;
    begin(&b, options, error);
    enum ordo_status status = read_all(&b, paths, n);
    if (status != ORDO_OK && options->skip_bad) {
        end(&b);
        begin(&b, options, error);
        read_readable(&b, paths, n);
        status = ORDO_OK;
    }
    if (status == ORDO_OK) {
        add_run(&b);
        status = ordo_gather_seal(b.g, b.has_binary ? "valgrind" : "compiled",
                                  b.cell_file ? b.cell_bytes : b.options->cell_bytes,
                                  b.is_sampled ? "steps" : "blocks", out, error);
    }
    end(&b);
    return status;
}
