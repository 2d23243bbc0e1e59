/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_result.h"

#include "abi/lab_protocol.h"
#include "lab/lab_words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static void declared(struct ordo_arena *arena, struct ordo_lab_words *w,
                     struct ordo_lab_result *r) {
    struct ordo_lab_declared *d = &r->declared[r->n_declared];
    d->function = ordo_lab_words_string(w, arena);
    d->input = ordo_lab_words_string(w, arena);
    d->experiment = ordo_lab_words_next(w);
    d->number = ordo_lab_words_next(w);
    d->file = ordo_lab_words_string(w, arena);
    d->line = (uint32_t)ordo_lab_words_next(w);
    d->from = ordo_lab_words_next(w);
    d->to = ordo_lab_words_next(w);
    d->step = ordo_lab_words_next(w);
    d->repeat = ordo_lab_words_next(w);
    uint64_t bits = ordo_lab_words_next(w);
    memcpy(&d->ratio, &bits, sizeof bits);
    if (!w->bad) r->n_declared++;
}

static void counts(struct ordo_lab_words *w, struct ordo_lab_result *r) {
    struct ordo_lab_counts *c = &r->counts[r->n_counts];
    c->total = ordo_lab_words_next(w);
    c->n = ordo_lab_words_next(w);
    c->v = w->v + w->at;
    if (w->bad || c->n > (w->n - w->at) / 3) {
        w->bad = true;
        return;
    }
    w->at += (size_t)c->n * 3;
    r->n_counts++;
}

enum ordo_status ordo_lab_result_decode(struct ordo_arena *arena, const uint64_t *v, size_t n,
                                        struct ordo_lab_result *r, struct ordo_error *error) {
    *r = (struct ordo_lab_result){.declared =
                                      ordo_arena_array(arena, n / 11 + 1, sizeof *r->declared),
                                  .counts = ordo_arena_array(arena, n / 3 + 1, sizeof *r->counts)};
    struct ordo_lab_words w = {.v = v, .n = n};
    while (w.at < w.n && !w.bad) {
        size_t at = w.at;
        uint64_t kind = ordo_lab_words_next(&w);
        switch (kind) {
        case ORDO_LAB_RECORD_END:
            r->ended = true;
            return ORDO_OK;
        case ORDO_LAB_RECORD_MAIN:
            r->has_main = true;
            break;
        case ORDO_LAB_RECORD_DECLARED:
            declared(arena, &w, r);
            break;
        case ORDO_LAB_RECORD_COUNTS:
            counts(&w, r);
            break;
        case ORDO_LAB_RECORD_WRONG:
        case ORDO_LAB_RECORD_NO_INPUT:
        case ORDO_LAB_RECORD_UNREPEATABLE:
            r->repetition = ordo_lab_words_next(&w);
            r->seed = ordo_lab_words_next(&w);
            if (!w.bad)
                r->trouble = kind == ORDO_LAB_RECORD_WRONG      ? ORDO_LAB_IS_WRONG
                             : kind == ORDO_LAB_RECORD_NO_INPUT ? ORDO_LAB_HAS_NO_INPUT
                                                                : ORDO_LAB_IS_UNREPEATABLE;
            break;
        case ORDO_LAB_RECORD_PHASE:
            r->phase = ordo_lab_words_next(&w);
            break;
        default:
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "the result of the experiment: word %zu: unknown kind of record "
                                  "%llu: does the program overwrite it?",
                                  at, (unsigned long long)kind);
        }
    }
    return ORDO_OK;
}

enum ordo_status ordo_lab_result_read(struct ordo_arena *arena, const char *path,
                                      struct ordo_lab_result *out, struct ordo_error *error) {
    struct stat st;
    FILE *f = fopen(path, "rbe");
    if (!f || fstat(fileno(f), &st) != 0) {
        if (f) fclose(f);
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read: %s", path,
                              strerror(errno));
    }
    uint64_t *words = ordo_arena_alloc(arena, (size_t)st.st_size + 8);
    size_t n = fread(words, 8, (size_t)st.st_size / 8, f);
    fclose(f);
    return ordo_lab_result_decode(arena, words, n, out, error);
}
