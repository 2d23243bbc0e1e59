/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_result.h"

#include "abi/lab_protocol.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* Words yet to be read; `cut` from the first that is not there on. */
struct words {
    const uint64_t *v;
    size_t n, at;
    bool cut;
};

static uint64_t next(struct words *w) {
    if (w->at < w->n) return w->v[w->at++];
    w->cut = true;
    return 0;
}

static const char *string(struct ordo_arena *arena, struct words *w) {
    uint64_t length = next(w);
    if (w->cut || length > (w->n - w->at) * 8) {
        w->cut = true;
        return "";
    }
    char *s = ordo_arena_alloc(arena, (size_t)length + 1);
    if (s) memcpy(s, w->v + w->at, (size_t)length);
    w->at += ((size_t)length + 7) / 8;
    return s;
}

static void declared(struct ordo_arena *arena, struct words *w, struct ordo_lab_result *r) {
    struct ordo_lab_declared *d = &r->declared[r->n_declared];
    d->function = string(arena, w);
    d->input = string(arena, w);
    d->experiment = next(w);
    d->number = next(w);
    d->file = string(arena, w);
    d->line = (uint32_t)next(w);
    d->from = next(w);
    d->to = next(w);
    d->step = next(w);
    d->repeat = next(w);
    uint64_t bits = next(w);
    memcpy(&d->ratio, &bits, sizeof bits);
    if (!w->cut && d->function && d->input && d->file) r->n_declared++;
}

static void counts(struct words *w, struct ordo_lab_result *r) {
    struct ordo_lab_counts *c = &r->counts[r->n_counts];
    c->total = next(w);
    c->n = next(w);
    c->v = w->v + w->at;
    if (w->cut || c->n > (w->n - w->at) / 3) {
        w->cut = true;
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
    if (!r->declared || !r->counts) return ordo_error_memory(error, "the result of the experiment");
    struct words w = {.v = v, .n = n};
    while (w.at < w.n && !w.cut) {
        size_t at = w.at;
        uint64_t kind = next(&w);
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
            r->repetition = next(&w);
            r->seed = next(&w);
            if (!w.cut)
                r->trouble =
                    kind == ORDO_LAB_RECORD_WRONG ? ORDO_LAB_IS_WRONG : ORDO_LAB_HAS_NO_INPUT;
            break;
        default:
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "the result of the experiment: word %zu: no record is of kind "
                                  "%llu: does the program write into it?",
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
    size_t n = words ? fread(words, 8, (size_t)st.st_size / 8, f) : 0;
    fclose(f);
    if (!words) return ordo_error_memory(error, path);
    return ordo_lab_result_decode(arena, words, n, out, error);
}
