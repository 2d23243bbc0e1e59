/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording_settings.c: one function for each option.
 *
 * The variable of an option that is not set is removed from the program's environment, because an
 * enclosing recording may have set it.
 */
#include "cli/recording_settings.h"
#include "base/byte_size.h"
#include "base/memory.h"
#include "cli/engine_choice.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static enum ordo_status read_cell(const char *text, struct ordo_recording_settings *s,
                                  struct ordo_error *error) {
    ordo_words_add(&s->environment, "ORDO_CELL");
    if (!text) return ORDO_OK;
    bool is_16 = strcmp(text, "16") == 0;
    if (!is_16 && (!text[0] || !strchr("1248", text[0]) || text[1]))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--cell %s: not a cell size; write 1, 2, 4, 8 or 16", text);
    s->cell_bytes = (uint32_t)atoi(text);
    if (is_16) s->only_valgrind = "--cell 16";
    ordo_words_addf(&s->environment, "ORDO_CELL=%s", text);
    return ORDO_OK;
}

static enum ordo_status read_costs(const struct ordo_words *lists,
                                   struct ordo_recording_settings *s, struct ordo_error *error) {
    struct ordo_words names = {0}, extra = {0};
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; i < lists->n; i++) ordo_words_add_split(&names, lists->v[i], ',');
    for (size_t i = 0; i < names.n && status == ORDO_OK; i++) {
        const char *name = names.v[i];
        if (strcmp(name, "blocks") == 0) continue;
        bool instructions = strcmp(name, "instructions") == 0;
        if (!instructions && strcmp(name, "iterations") && strcmp(name, "allocs") &&
            strcmp(name, "io"))
            status = ordo_error_set(error, ORDO_BAD_INPUT,
                                    "--cost %s: unknown; write blocks, iterations, allocs, io or "
                                    "instructions",
                                    name);
        else
            ordo_words_add(&extra, name);
        if (instructions) s->only_valgrind = "--cost instructions";
    }
    ordo_words_add(&s->environment, "ORDO_COSTS");
    if (status == ORDO_OK && extra.n) {
        char *list = ordo_words_join(&extra, ",");
        ordo_words_addf(&s->environment, "ORDO_COSTS=%s", list);
        free(list);
    }
    ordo_words_done(&names);
    ordo_words_done(&extra);
    return status;
}

static enum ordo_status read_limit(const char *text, struct ordo_recording_settings *s,
                                   struct ordo_error *error) {
    uint64_t bytes;
    ordo_words_add(&s->environment, "ORDO_LIMIT");
    if (!text) return ORDO_OK;
    if (!ordo_byte_size_read(text, &bytes) || bytes == 0)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--limit %s: not a size; write a number of bytes, such as 512M",
                              text);
    ordo_words_addf(&s->environment, "ORDO_LIMIT=%llu", (unsigned long long)bytes);
    return ORDO_OK;
}

static enum ordo_status read_wait(const char *text, struct ordo_recording_settings *s,
                                  struct ordo_error *error) {
    if (!text) text = "0.2";
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end || !(seconds >= 0 && seconds < 1e9))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--wait %s: not a number of seconds; write one such as 0.5", text);
    s->wait_ms = (uint64_t)(seconds * 1000);
    return ORDO_OK;
}

static enum ordo_status read_features(const struct ordo_words *pairs,
                                      struct ordo_recording_settings *s, struct ordo_error *error) {
    s->features = ordo_memory_new(pairs->n + 1, sizeof *s->features);
    for (size_t i = 0; i < pairs->n; i++) {
        const char *equals = strrchr(pairs->v[i], '=');
        char *end = NULL;
        double value = equals ? strtod(equals + 1, &end) : 0;
        if (!equals || equals == pairs->v[i] || end == equals + 1 || *end || !isfinite(value))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--feature %s: not NAME=NUMBER; write a feature such as n=1000",
                                  pairs->v[i]);
        size_t n = (size_t)(equals - pairs->v[i]);
        for (size_t k = 0; k < i; k++)
            if (strlen(s->feature_names.v[k]) == n &&
                strncmp(s->feature_names.v[k], pairs->v[i], n) == 0)
                return ordo_error_set(error, ORDO_BAD_INPUT,
                                      "--feature %s: a second value of %s: give one value for each "
                                      "feature",
                                      pairs->v[i], s->feature_names.v[k]);
        ordo_words_add_bytes(&s->feature_names, pairs->v[i], n);
        s->features[i].value = value;
        s->n_features = i + 1;
    }
    for (size_t i = 0; i < s->n_features; i++) s->features[i].name = s->feature_names.v[i];
    return ORDO_OK;
}

/* Reads "1/N", "0.01" or "1%" into *share. Accepts only what the runtime accepts: no sign and no
 * exponent. */
static bool read_share(const char *text, double *share) {
    char *end;
    if (!*text || strspn(text, "0123456789./%") != strlen(text)) return false;
    *share = strtod(text, &end);
    if (end == text) return false;
    if (*end == '/') {
        const char *below = end + 1;
        double n = strtod(below, &end);
        if (end == below || !(n > 0)) return false;
        *share /= n;
    } else if (*end == '%') {
        *share /= 100;
        end++;
    }
    return !*end && *share <= 1;
}

static enum ordo_status read_share_option(const char *option, const char *variable,
                                          const char *text, bool may_be_0, const char *like,
                                          struct ordo_recording_settings *s,
                                          struct ordo_error *error) {
    double share;
    ordo_words_add(&s->environment, variable);
    if (!text) return ORDO_OK;
    if (!read_share(text, &share) || (!(share > 0) && !may_be_0))
        return ordo_error_set(error, ORDO_BAD_INPUT, "--%s %s: not a share; write one such as %s",
                              option, text, like);
    ordo_words_addf(&s->environment, "%s=%s", variable, text);
    return ORDO_OK;
}

static enum ordo_status read_log(const char *text, struct ordo_recording_settings *s,
                                 struct ordo_error *error) {
    uint64_t bytes;
    ordo_words_add(&s->environment, "ORDO_LOG");
    if (!text) return ORDO_OK;
    if (!ordo_byte_size_read(text, &bytes))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--log %s: not a size; write a number of bytes, such as 16M", text);
    ordo_words_addf(&s->environment, "ORDO_LOG=%llu", (unsigned long long)bytes);
    return ORDO_OK;
}

/* Reads the options for production builds. Returns an error for options that they do not support.
 */
static enum ordo_status read_production(const struct ordo_recording *r,
                                        struct ordo_recording_settings *s,
                                        struct ordo_error *error) {
    const char *other = r->drms                                           ? "--drms"
                        : r->all_points                                   ? "--all-points"
                        : r->tree                                         ? "--tree"
                        : r->loops                                        ? "--loops"
                        : r->inside.n                                     ? "--inside"
                        : r->engine && strcmp(r->engine, "valgrind") == 0 ? "--engine valgrind"
                                                                          : NULL;
    if (r->production && other)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--production and %s exclude each other: drop one", other);
    ORDO_TRY(read_share_option("rate", "ORDO_RATE", r->rate, false, "1/100 or 0.01", s, error));
    ORDO_TRY(read_share_option("budget", "ORDO_BUDGET", r->budget, true, "1% or 0.01", s, error));
    return read_log(r->log, s, error);
}

static enum ordo_status read_all(const struct ordo_recording *r, struct ordo_recording_settings *s,
                                 struct ordo_error *error) {
    ORDO_TRY(read_cell(r->cell, s, error));
    ORDO_TRY(read_costs(&r->costs, s, error));
    ORDO_TRY(read_limit(r->limit, s, error));
    ORDO_TRY(read_wait(r->wait, s, error));
    ORDO_TRY(ordo_engine_check_name(r->engine, error));
    ORDO_TRY(read_features(&r->features, s, error));
    ORDO_TRY(read_production(r, s, error));
    ordo_words_add(&s->environment, r->all_points ? "ORDO_ALL_POINTS=1" : "ORDO_ALL_POINTS");
    ordo_words_add(&s->environment, r->drms ? "ORDO_DRMS=1" : "ORDO_DRMS");
    ordo_words_add(&s->environment, r->tree ? "ORDO_TREE=1" : "ORDO_TREE");
    ordo_words_add(&s->environment, r->tree ? "ORDO_STRUCTURE=1" : "ORDO_STRUCTURE");
    ordo_words_add(&s->environment, "ORDO_INSIDE");
    if (r->inside.n) {
        char *list = ordo_words_join(&r->inside, ",");
        ordo_words_addf(&s->environment, "ORDO_INSIDE=%s", list);
        free(list);
        s->only_valgrind = "--inside";
    }
    ordo_words_add(&s->environment, r->loops ? "ORDO_LOOPS=1" : "ORDO_LOOPS");
    return ORDO_OK;
}

enum ordo_status ordo_recording_settings_read(const struct ordo_recording *r,
                                              struct ordo_recording_settings *out,
                                              struct ordo_error *error) {
    *out = (struct ordo_recording_settings){0};
    enum ordo_status status = read_all(r, out, error);
    if (status != ORDO_OK) ordo_recording_settings_done(out);
    return status;
}

enum ordo_status ordo_recording_settings_check_engine(const struct ordo_recording_settings *s,
                                                      bool valgrind, struct ordo_error *error) {
    if (valgrind || !s->only_valgrind) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "%s: the compiled engine does not support it: add --engine valgrind",
                          s->only_valgrind);
}

void ordo_recording_settings_done(struct ordo_recording_settings *s) {
    ordo_words_done(&s->environment);
    ordo_words_done(&s->feature_names);
    free(s->features);
    *s = (struct ordo_recording_settings){0};
}
