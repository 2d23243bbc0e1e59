/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_workload.c: runs a workload directly, or through a launcher that runs its script, or as a
 * task of a batch system for which the caller waits. Results are read in the same way.
 */
#include "workloads/trend_workload.h"

#include "base/memory.h"
#include "base/stream.h"
#include "base/text.h"
#include "profile/raw/build.h"
#include "run/job.h"
#include "run/raw_dir.h"
#include "trend/gcov_folder.h"
#include "workloads/trend_features.h"
#include "workloads/trend_place.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void fail(struct ordo_trend_outcome *o, enum ordo_workload_status status, char *why) {
    free(o->why);
    o->why = why;
    o->measurement.result.status = status;
    o->measurement.result.why = why;
    o->measurement.result.total = 0;
    o->measurement.n_locations = 0;
    o->measurement.n_roots = 0;
    o->measurement.n_features = 0;
}

/* Adds the command as users see it: with the workload's original file, not the copy. */
static void add_command(struct ordo_text *t, const struct ordo_trend_plan *p,
                        const struct ordo_plan_workload *w) {
    for (char **a = p->argv; *a; a++) {
        char *word = ordo_trend_plan_fill(p, w, *a, w->file);
        if (a > p->argv) ordo_text_add(t, " ");
        ordo_text_add_quoted(t, word);
        free(word);
    }
    if (!p->input) return;
    char *input = ordo_trend_plan_fill(p, w, p->input, w->file);
    ordo_text_add(t, " <");
    ordo_text_add_quoted(t, input);
    free(input);
}

/* Returns the last line that is not empty, or NULL. */
static char *last_words(const char *file) {
    enum { MOST = 200 };
    char *line = NULL, *last = NULL;
    size_t room = 0;
    FILE *f = fopen(file, "re");
    while (f && ordo_stream_line(f, &line, &room) >= 0) {
        line[strcspn(line, "\r\n")] = 0;
        if (!*line) continue;
        free(last);
        last = ordo_memory_copy_bytes(line, MOST);
    }
    if (f) fclose(f);
    free(line);
    return last;
}

static void judge(const struct ordo_trend_plan *p, const struct ordo_job_result *r,
                  const struct ordo_trend_place *at, struct ordo_trend_outcome *o) {
    char *said = last_words(at->errors);
    const char *colon = said ? ": " : "", *words = said ? said : "";
    o->stopped = r->stopped;
    if (r->timed_out)
        fail(o, ORDO_WORKLOAD_TIMEOUT,
             ordo_text_format("exceeded the time limit of %.6g seconds: raise --timeout",
                              (double)p->timeout_ms / 1000));
    else if (r->out_of_memory)
        fail(o, ORDO_WORKLOAD_MEMORY,
             ordo_text_format("exceeded the memory limit of %" PRIu64 " bytes: raise --memory",
                              p->memory_bytes));
    else if (r->signal)
        fail(o, ORDO_WORKLOAD_KILLED,
             ordo_text_format("signal %d (%s)%s%s", r->signal, strsignal(r->signal), colon, words));
    else if (r->exit_status != 0 && !p->any_status)
        fail(o, ORDO_WORKLOAD_FAILED,
             ordo_text_format("exit status %d%s%s", r->exit_status, colon, words));
    free(said);
}

static struct ordo_job_result run_directly(const struct ordo_trend_plan *p,
                                           const struct ordo_trend_place *at, struct ordo_job *job,
                                           char **argv, struct ordo_trend_outcome *o) {
    struct ordo_words environment = {0};
    struct ordo_job_result r;
    struct ordo_error why;
    for (const char *const *u = ordo_trend_place_unset; *u; u++) ordo_words_add(&environment, *u);
    ordo_words_addf(&environment, "ORDO_RAW_DIR=%s", at->raw);
    job->argv = argv;
    job->environment = environment.v;
    job->output = at->output;
    job->errors = at->errors;
    if (ordo_job_run(job, &r, &why) != ORDO_OK)
        fail(o, ORDO_WORKLOAD_FAILED, ordo_memory_copy(why.message));
    else
        judge(p, &r, at, o);
    ordo_words_done(&environment);
    return r;
}

static struct ordo_job_result run_by_launcher(const struct ordo_trend_plan *p,
                                              const struct ordo_trend_place *at,
                                              struct ordo_job *job, char **argv,
                                              struct ordo_trend_outcome *o) {
    struct ordo_words launcher = {0};
    struct ordo_job_result r = {.exit_status = -1};
    struct ordo_error why;
    static const struct ordo_plan_workload none;
    if (!ordo_trend_place_write_script(at, job->input, argv)) {
        fail(o, ORDO_WORKLOAD_FAILED, ordo_text_format("%s: cannot be written: %m", at->script));
        return r;
    }
    const struct ordo_trend_plan plain = {.argv = p->argv};
    for (size_t i = 0; i < p->launcher.n; i++) {
        char *word = ordo_trend_plan_fill(&plain, &none, p->launcher.v[i], at->script);
        ordo_words_add(&launcher, word);
        free(word);
    }
    job->argv = launcher.v;
    job->directory = NULL;
    job->input = NULL;
    job->errors = at->launcher;
    if (ordo_job_run(job, &r, &why) != ORDO_OK) {
        fail(o, ORDO_WORKLOAD_FAILED, ordo_text_format("--launcher: %s", why.message));
    } else if (r.timed_out || r.out_of_memory || r.stopped ||
               ordo_trend_place_read_status(at, &r)) {
        judge(p, &r, at, o);
    } else {
        char *said = last_words(at->launcher);
        fail(o, ORDO_WORKLOAD_FAILED,
             ordo_text_format("the launcher ended with %s %d before the program ended%s%s",
                              r.signal ? "signal" : "status", r.signal ? r.signal : r.exit_status,
                              said ? ": " : "", said ? said : ""));
        free(said);
    }
    ordo_words_done(&launcher);
    return r;
}

/* Replaces the placeholders in the command and in its input, which may be NULL. */
static void fill_command(const struct ordo_trend_plan *p, const struct ordo_plan_workload *w,
                         const struct ordo_trend_place *at, struct ordo_words *argv, char **input) {
    for (char **a = p->argv; *a; a++) {
        char *word = ordo_trend_plan_fill(p, w, *a, at->file);
        ordo_words_add(argv, word);
        free(word);
    }
    *input = p->input ? ordo_trend_plan_fill(p, w, p->input, at->file) : NULL;
}

static void run_program(const struct ordo_trend_plan *p, const struct ordo_plan_workload *w,
                        const struct ordo_trend_place *at, const volatile sig_atomic_t *stop,
                        struct ordo_trend_outcome *o) {
    struct ordo_words argv = {0};
    char *input;
    fill_command(p, w, at, &argv, &input);
    struct ordo_job job = {.directory = at->directory,
                           .input = input,
                           .timeout_ms = p->timeout_ms,
                           .memory_bytes = p->memory_bytes,
                           .stop = stop};
    struct ordo_job_result r = p->launcher.n ? run_by_launcher(p, at, &job, argv.v, o)
                                             : run_directly(p, at, &job, argv.v, o);
    o->measurement.result.wall_ns = r.wall_ns;
    free(input);
    ordo_words_done(&argv);
}

static enum ordo_status read_profile(const struct ordo_trend_place *at,
                                     struct ordo_trend_outcome *o, struct ordo_error *error) {
    struct ordo_words files = {0};
    struct ordo_error why;
    enum ordo_status status = ordo_raw_dir_find(at->raw, &files, error);
    if (status == ORDO_OK && !files.n) {
        fail(
            o, ORDO_WORKLOAD_FAILED,
            ordo_memory_copy("no instrumented program ran: build it with `ordo cc --blocks=only`"));
    } else if (status == ORDO_OK) {
        status =
            ordo_profile_from_raw((const char *const *)files.v, files.n, NULL, &o->profile, &why);
        if (status != ORDO_OK) {
            fail(o, ORDO_WORKLOAD_FAILED, ordo_memory_copy(why.message));
            status = ORDO_OK;
        }
    }
    ordo_words_done(&files);
    return status;
}

static void check_profile(struct ordo_trend_outcome *o) {
    const struct ordo_profile *p = o->profile;
    for (uint32_t i = 0; i < p->n_processes; i++)
        if (p->processes[i].stop)
            fail(o, ORDO_WORKLOAD_FAILED,
                 ordo_text_format("recording ended early: %s",
                                  ordo_stop_name(p->processes[i].stop)));
    if (o->measurement.result.status == ORDO_WORKLOAD_OK && !p->n_blocks)
        fail(o, ORDO_WORKLOAD_FAILED,
             ordo_memory_copy(
                 "no blocks were counted: build the program with `ordo cc --blocks=only`"));
}

/* Copies the counts of the blocks that are part of costs. */
static void take_blocks(struct ordo_trend_outcome *o) {
    const struct ordo_profile *p = o->profile;
    struct ordo_measurement *m = &o->measurement;
    o->locations = ordo_memory_new(p->n_blocks + 1, sizeof *o->locations);
    o->counts = ordo_memory_new(p->n_blocks + 1, sizeof *o->counts);
    for (uint64_t i = 0; i < p->n_blocks; i++) {
        const struct ordo_block_count *b = &p->blocks[i];
        const struct ordo_profile_scope *s = &p->scopes[b->routine.i];
        if (!b->is_cost) continue;
        o->locations[m->n_locations] = (struct ordo_location){.routine = s->name,
                                                              .file = b->file,
                                                              .routine_id = s->id,
                                                              .line = b->line,
                                                              .column = b->column,
                                                              .ordinal = b->ordinal};
        o->counts[m->n_locations++] = b->count;
        m->result.total += b->count;
    }
    o->roots = ordo_memory_new(p->n_objects + 1, sizeof *o->roots);
    for (uint32_t i = 0; i < p->n_objects; i++)
        if (*p->objects[i].source_root) o->roots[m->n_roots++] = p->objects[i].source_root;
    m->roots = o->roots;
    m->locations = o->locations;
    m->counts = o->counts;
}

static bool is_taken(const struct ordo_measurement *m, const char *name) {
    for (size_t f = 0; f < m->n_features; f++)
        if (strcmp(m->features[f], name) == 0) return true;
    return false;
}

/* Reads the plan's features, then those that the program passed to ordo_feature(). */
static void take_features(const struct ordo_trend_run *run, struct ordo_trend_outcome *o) {
    const struct ordo_trend_plan *p = run->plan;
    struct ordo_measurement *m = &o->measurement;
    size_t most = p->n_features + run->profile->n_features;
    o->features = ordo_memory_new(most + 1, sizeof *o->features);
    o->values = ordo_memory_new(most + 1, sizeof *o->values);
    m->features = o->features;
    m->values = o->values;
    for (size_t f = 0; f < p->n_features; f++) {
        struct ordo_error why;
        if (ordo_trend_feature_value(run, f, &o->values[f], &why) != ORDO_OK) {
            fail(o, ORDO_WORKLOAD_NO_FEATURE, ordo_memory_copy(why.message));
            return;
        }
        o->features[m->n_features++] = p->features[f].name;
    }
    for (uint32_t i = 0; i < run->profile->n_features; i++) {
        const struct ordo_feature_value *given = &run->profile->features[i];
        if (is_taken(m, given->name)) {
            fail(o, ORDO_WORKLOAD_NO_FEATURE,
                 ordo_text_format(
                     "feature %s: also given by the program with ordo_feature(): rename one",
                     given->name));
            return;
        }
        o->features[m->n_features] = given->name;
        o->values[m->n_features++] = given->value;
    }
}

/* Copies the line counts into a profile, where features look for them. */
static void take_lines(const struct ordo_gcov_counts *c, struct ordo_profile *lines,
                       struct ordo_arena *arena) {
    lines->lines = ordo_arena_array(arena, c->n_lines, sizeof *lines->lines);
    for (size_t i = 0; i < c->n_lines; i++)
        lines->lines[i] =
            (struct ordo_line_count){c->lines[i].file, c->lines[i].line, c->lines[i].count};
    lines->n_lines = c->n_lines;
}

static void measure_gcov(const struct ordo_trend_plan *p, size_t workload,
                         const struct ordo_trend_place *at, const volatile sig_atomic_t *stop,
                         struct ordo_trend_outcome *o) {
    const struct ordo_plan_workload *w = &p->workloads[workload];
    struct ordo_measurement *m = &o->measurement;
    struct ordo_gcov_counts c;
    struct ordo_profile lines = {0};
    struct ordo_error why;
    o->arena = ordo_arena_new();
    enum ordo_status status = ordo_gcov_folder_read(w->file, p->notes, o->arena, &c, &why);
    if (status != ORDO_OK) {
        fail(o, ORDO_WORKLOAD_FAILED, ordo_memory_copy(why.message));
        return;
    }
    m->locations = c.locations;
    m->counts = c.counts;
    m->n_locations = c.n_locations;
    m->roots = c.roots;
    m->n_roots = c.n_roots;
    for (size_t i = 0; i < c.n_locations; i++) m->result.total += c.counts[i];
    take_lines(&c, &lines, o->arena);
    struct ordo_trend_run run = {.plan = p,
                                 .workload = w,
                                 .profile = &lines,
                                 .scratch = at->scratch,
                                 .directory = at->directory,
                                 .stop = stop};
    take_features(&run, o);
    if (*stop) o->stopped = true;
}

/* Reads the results of the program that ran at `at`. */
static enum ordo_status gather(const struct ordo_trend_plan *p, size_t workload,
                               const struct ordo_trend_place *at, const volatile sig_atomic_t *stop,
                               struct ordo_trend_outcome *o, struct ordo_error *error) {
    const enum ordo_workload_status *status = &o->measurement.result.status;
    if (*status != ORDO_WORKLOAD_OK || o->stopped) return ORDO_OK;
    ORDO_TRY(read_profile(at, o, error));
    if (*status == ORDO_WORKLOAD_OK) check_profile(o);
    if (*status != ORDO_WORKLOAD_OK) return ORDO_OK;
    take_blocks(o);
    struct ordo_trend_run run = {.plan = p,
                                 .workload = &p->workloads[workload],
                                 .profile = o->profile,
                                 .scratch = at->scratch,
                                 .directory = at->directory,
                                 .output = at->output,
                                 .errors = at->errors,
                                 .stop = stop};
    take_features(&run, o);
    if (*stop) o->stopped = true;
    return ORDO_OK;
}

static enum ordo_status measure(const struct ordo_trend_plan *p, size_t workload,
                                const struct ordo_trend_place *at,
                                const volatile sig_atomic_t *stop, struct ordo_trend_outcome *o,
                                struct ordo_error *error) {
    run_program(p, &p->workloads[workload], at, stop, o);
    return gather(p, workload, at, stop, o, error);
}

static void begin(const struct ordo_trend_plan *p, size_t workload,
                  struct ordo_trend_outcome *out) {
    struct ordo_text command = {0};
    *out = (struct ordo_trend_outcome){0};
    if (p->gcov)
        ordo_text_add_quoted(&command, p->workloads[workload].file);
    else
        add_command(&command, p, &p->workloads[workload]);
    out->command = ordo_text_take(&command);
    out->measurement.workload = (uint32_t)workload;
    out->measurement.result = (struct ordo_workload){
        .name = p->workloads[workload].name, .command = out->command, .why = ""};
}

enum ordo_status ordo_trend_workload_run(const struct ordo_trend_plan *p, size_t workload,
                                         const char *folder, const volatile sig_atomic_t *stop,
                                         struct ordo_trend_outcome *out, struct ordo_error *error) {
    struct ordo_trend_place at;
    begin(p, workload, out);
    enum ordo_status status = ordo_trend_place_make(p, workload, folder, &at, error);
    if (status == ORDO_OK && p->gcov)
        measure_gcov(p, workload, &at, stop, out);
    else if (status == ORDO_OK)
        status = measure(p, workload, &at, stop, out, error);
    ordo_trend_place_leave(&at);
    return status;
}

struct ordo_trend_task {
    const struct ordo_trend_plan *plan;
    size_t workload;
    struct ordo_trend_place at;
};

enum ordo_status ordo_trend_task_begin(const struct ordo_trend_plan *p, size_t workload,
                                       const char *folder, struct ordo_trend_task **out,
                                       struct ordo_error *error) {
    struct ordo_trend_task *t = ordo_memory_new(1, sizeof *t);
    struct ordo_words argv = {0};
    char *input = NULL;
    t->plan = p;
    t->workload = workload;
    enum ordo_status status = ordo_trend_place_make(p, workload, folder, &t->at, error);
    if (status == ORDO_OK) {
        fill_command(p, &p->workloads[workload], &t->at, &argv, &input);
        if (!ordo_trend_place_write_script(&t->at, input, argv.v))
            status = ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s",
                                    t->at.script, strerror(errno));
    }
    free(input);
    ordo_words_done(&argv);
    if (status == ORDO_OK)
        *out = t;
    else
        ordo_trend_task_drop(t);
    return status;
}

const char *ordo_trend_task_script(const struct ordo_trend_task *t) {
    return t->at.script;
}

bool ordo_trend_task_has_ended(const struct ordo_trend_task *t) {
    return access(t->at.status, F_OK) == 0;
}

bool ordo_trend_task_was_killed(const struct ordo_trend_task *t) {
    struct ordo_job_result r = {0};
    return ordo_trend_place_read_status(&t->at, &r) && (r.signal == SIGTERM || r.signal == SIGKILL);
}

enum ordo_status ordo_trend_task_end(struct ordo_trend_task *t, enum ordo_workload_status lost,
                                     const char *why, const volatile sig_atomic_t *stop,
                                     struct ordo_trend_outcome *out, struct ordo_error *error) {
    struct ordo_job_result r = {.exit_status = -1};
    enum ordo_status status = ORDO_OK;
    begin(t->plan, t->workload, out);
    if (why)
        fail(out, lost, ordo_memory_copy(why));
    else if (!ordo_trend_place_read_status(&t->at, &r))
        fail(out, ORDO_WORKLOAD_FAILED, ordo_text_format("%s: cannot be read", t->at.status));
    else
        judge(t->plan, &r, &t->at, out);
    out->measurement.result.wall_ns = r.wall_ns;
    status = gather(t->plan, t->workload, &t->at, stop, out, error);
    ordo_trend_task_drop(t);
    return status;
}

void ordo_trend_task_drop(struct ordo_trend_task *t) {
    if (!t) return;
    ordo_trend_place_leave(&t->at);
    free(t);
}

void ordo_trend_workload_done(struct ordo_trend_outcome *o) {
    ordo_profile_free(o->profile);
    ordo_arena_free(o->arena);
    free(o->command);
    free(o->why);
    free(o->features);
    free(o->values);
    free(o->locations);
    free(o->counts);
    free(o->roots);
}
