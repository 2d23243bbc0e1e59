/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_session.h"

#include "abi/lab_protocol.h"
#include "base/memory.h"
#include "lab/lab_lines.h"
#include "lab/lab_result.h"
#include "lab/sanitizer_report.h"
#include "run/job.h"
#include "run/launch.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX_SIZES = 100000 };

struct job_paths {
    char result[4096], errors[4096];
};

struct ordo_lab_session {
    struct ordo_arena *arena;
    const struct ordo_lab_program *program;
    const struct ordo_lab_run_settings *settings;
    struct job_paths paths;
    struct ordo_lab lab;
    uint64_t *own, *inclusive;          /* by statement, of the current repetition */
    struct ordo_lab_declared *declared; /* by experiment */
    size_t *planned;                    /* by experiment: sizes to run */
    size_t current;                     /* experiment */
    size_t done, total;
};

static bool is_main(const struct ordo_lab_experiment *e) {
    return e->file == UINT32_MAX;
}

/* Empties them: the program opens them, and may be killed before it does. */
static enum ordo_status clear_results(const struct ordo_lab_session *s, struct ordo_error *error) {
    const char *const files[] = {s->paths.result, s->paths.errors};
    for (size_t i = 0; i < 2; i++) {
        FILE *f = fopen(files[i], "wbe");
        if (!f || fclose(f) != 0)
            return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written", files[i]);
    }
    return ORDO_OK;
}

static void environment(const struct ordo_lab_session *s, const char *run, bool counts,
                        struct ordo_words *to) {
    if (counts) ordo_words_addf(to, ORDO_LAB_ENV_PLAN "=%s", s->program->plan);
    ordo_words_addf(to, ORDO_LAB_ENV_RESULT "=%s", s->paths.result);
    ordo_words_addf(to, ORDO_LAB_ENV_RUN "=%s", run);
    for (size_t i = 0; ordo_sanitizer_settings[i]; i++) {
        const char *setting = ordo_sanitizer_settings[i];
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(setting, "="), setting);
        if (!getenv(name)) ordo_words_add(to, setting);
    }
}

static enum ordo_status run_job(struct ordo_lab_session *s, const char *run, bool counts,
                                struct ordo_job_result *result, struct ordo_error *error) {
    struct ordo_words env = {0}, argv = {0};
    ORDO_TRY(clear_results(s, error));
    environment(s, run, counts, &env);
    ordo_words_add(&argv, s->program->path);
    for (size_t i = 0; s->settings->arguments[i]; i++)
        ordo_words_add(&argv, s->settings->arguments[i]);
    struct ordo_job job = {.argv = argv.v,
                           .environment = env.v,
                           .errors = s->paths.errors,
                           .timeout_ms = s->settings->timeout_ms,
                           .memory_bytes = s->settings->memory_bytes,
                           .stop = s->settings->stop};
    enum ordo_status status = ordo_job_run(&job, result, error);
    ordo_words_done(&env);
    ordo_words_done(&argv);
    return status;
}

/* Copies the last line that the program wrote to its standard error; "" if it wrote none. */
static void last_words(const struct ordo_lab_session *s, char *out, size_t size) {
    char line[512];
    FILE *f = fopen(s->paths.errors, "rbe");
    out[0] = 0;
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\r\n")] = 0;
        if (line[0]) snprintf(out, size, "%s", line);
    }
    if (f) fclose(f);
}

/* ---- what to run ---- */

static uint64_t next_size(const struct ordo_lab_declared *d, uint64_t n) {
    if (d->ratio == 0) return d->step > UINT64_MAX - n ? UINT64_MAX : n + d->step;
    double next = floor((double)n * d->ratio);
    return next >= 9e18 ? UINT64_MAX : next > (double)n ? (uint64_t)next : n + 1;
}

static enum ordo_status plan_sizes(struct ordo_lab_session *s, size_t number,
                                   struct ordo_error *error) {
    const struct ordo_lab_declared *d = &s->declared[number];
    struct ordo_lab_experiment *e = &s->lab.experiments[number];
    size_t n = 0;
    for (uint64_t size = d->from; size <= d->to; size = next_size(d, size)) {
        if (++n > MAX_SIZES)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "%s:%u: %s: more than %d sizes: use a larger step or a ratio",
                                  d->file, d->line, e->id, MAX_SIZES);
        if (size == UINT64_MAX) break;
    }
    e->sizes = ordo_arena_array(s->arena, n + 1, sizeof *e->sizes);
    uint64_t size = d->from;
    for (size_t i = 0; i < n; i++, size = next_size(d, size)) e->sizes[i] = size;
    s->planned[number] = n;
    s->total += n;
    return ORDO_OK;
}

static void new_series(struct ordo_lab_session *s, struct ordo_lab_series *out, size_t n_sizes) {
    out->points = ordo_arena_array(s->arena, n_sizes + 1, sizeof *out->points);
}

static void new_points(struct ordo_lab_session *s, struct ordo_lab_experiment *e, size_t n_sizes) {
    size_t n = s->lab.n_statements;
    e->own = ordo_arena_array(s->arena, n + 1, sizeof *e->own);
    e->inclusive = ordo_arena_array(s->arena, n + 1, sizeof *e->inclusive);
    new_series(s, &e->total, n_sizes);
    for (size_t i = 0; i < n; i++) {
        new_series(s, &e->own[i], n_sizes);
        new_series(s, &e->inclusive[i], n_sizes);
    }
    ordo_lab_lines_new(&s->lab, e, n_sizes + 1);
}

static const char *new_id(struct ordo_lab_session *s, const struct ordo_lab_declared *d,
                          size_t number) {
    char id[1024];
    unsigned same = 1;
    for (size_t i = 0; i < number; i++)
        same += strcmp(s->declared[i].function, d->function) == 0 &&
                strcmp(s->declared[i].input, d->input) == 0;
    if (same > 1)
        snprintf(id, sizeof id, "%s/%s#%u", d->function, d->input, same);
    else
        snprintf(id, sizeof id, "%s/%s", d->function, d->input);
    return ordo_arena_copy(s->arena, id);
}

static uint32_t file_number(const struct ordo_lab *lab, const char *file) {
    char *real = realpath(file, NULL);
    uint32_t found = 0;
    for (uint32_t i = 0; i < lab->n_files; i++) {
        char *other = realpath(lab->files[i], NULL);
        if (real && other && strcmp(real, other) == 0) found = i;
        free(other);
    }
    free(real);
    return found;
}

/* Fails if the function's parameter cannot hold the greatest size. */
static enum ordo_status check_size_type(const struct ordo_lab_session *s,
                                        const struct ordo_lab_declared *d,
                                        const struct ordo_lab_experiment *e,
                                        struct ordo_error *error) {
    const struct ordo_constructs *c = &s->program->constructs;
    for (size_t i = 0; i < c->n_declarations; i++) {
        const struct ordo_lab_declaration_facts *f = &c->declarations[i];
        if (d->line < f->line || d->line > f->end_line || d->to <= f->greatest_size ||
            file_number(&s->lab, f->file) != e->file)
            continue;
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s:%u: ORDO_EXPERIMENT(%s): .to is %llu, but a parameter of type %s "
                              "holds at most %llu: lower .to, or make the parameter a size_t",
                              d->file, d->line, d->function, (unsigned long long)d->to,
                              f->size_type, (unsigned long long)f->greatest_size);
    }
    return ORDO_OK;
}

static enum ordo_status add_experiments(struct ordo_lab_session *s, struct ordo_error *error) {
    size_t n = s->lab.n_experiments;
    s->lab.experiments = ordo_arena_array(s->arena, n + 1, sizeof *s->lab.experiments);
    s->planned = ordo_arena_array(s->arena, n + 1, sizeof *s->planned);
    for (size_t i = 0; i < n; i++) {
        const struct ordo_lab_declared *d = &s->declared[i];
        struct ordo_lab_experiment *e = &s->lab.experiments[i];
        *e = (struct ordo_lab_experiment){.id = new_id(s, d, i),
                                          .function = d->function,
                                          .input = d->input,
                                          .file = file_number(&s->lab, d->file),
                                          .line = d->line,
                                          .seed = s->settings->seed,
                                          .repeat = d->repeat};
        ORDO_TRY(check_size_type(s, d, e, error));
        ORDO_TRY(plan_sizes(s, i, error));
        new_points(s, e, s->planned[i]);
    }
    return ORDO_OK;
}

/* For sources that declare no experiment: adds the program's main, run once. */
static void add_main(struct ordo_lab_session *s) {
    struct ordo_lab_experiment *e = ordo_arena_alloc(s->arena, sizeof *e);
    uint64_t *size = ordo_arena_alloc(s->arena, sizeof *size);
    s->planned = ordo_arena_alloc(s->arena, sizeof *s->planned);
    *e = (struct ordo_lab_experiment){.id = "main",
                                      .function = "main",
                                      .input = "",
                                      .file = UINT32_MAX,
                                      .repeat = 1,
                                      .sizes = size};
    s->lab.experiments = e;
    s->lab.n_experiments = s->total = s->planned[0] = 1;
    new_points(s, e, 1);
}

static enum ordo_status list(struct ordo_lab_session *s, struct ordo_error *error) {
    struct ordo_job_result result;
    struct ordo_lab_result records;
    ORDO_TRY(run_job(s, "list", false, &result, error));
    ORDO_TRY(ordo_lab_result_read(s->arena, s->paths.result, &records, error));
    if (!records.ended) {
        char said[512];
        if (result.out_of_memory || result.timed_out)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "the program reached a limit before it listed its experiments: "
                                  "raise %s",
                                  result.timed_out ? "--timeout" : "--memory");
        last_words(s, said, sizeof said);
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s",
                              said[0] ? said
                                      : "the program ended before it listed its experiments");
    }
    s->declared = records.declared;
    s->lab.n_experiments = records.n_declared;
    if (records.n_declared) return add_experiments(s, error);
    if (!records.has_main)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: has no experiment and no main: declare one with ORDO_EXPERIMENT",
                              s->program->source);
    add_main(s);
    return ORDO_OK;
}

static char *read_text(struct ordo_arena *arena, const char *path) {
    FILE *f = fopen(path, "rbe");
    long n = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    char *text = n >= 0 ? ordo_arena_alloc(arena, (size_t)n + 1) : NULL;
    if (text) {
        rewind(f);
        text[fread(text, 1, (size_t)n, f)] = 0;
    }
    if (f) fclose(f);
    return text;
}

static void add_statements(struct ordo_lab_session *s) {
    const struct ordo_constructs *c = &s->program->constructs;
    struct ordo_lab *lab = &s->lab;
    *lab = (struct ordo_lab){
        .arena = s->arena, .files = c->files, .n_files = c->n_files, .n_statements = c->n};
    lab->sources = ordo_arena_array(s->arena, c->n_files + 1, sizeof *lab->sources);
    lab->statements = ordo_arena_array(s->arena, c->n + 1, sizeof *lab->statements);
    for (size_t i = 0; i < c->n_files; i++) lab->sources[i] = read_text(s->arena, c->files[i]);
    for (size_t i = 0; i < c->n; i++) lab->statements[i] = c->v[i].written;
    s->own = ordo_arena_array(s->arena, c->n + 1, sizeof *s->own);
    s->inclusive = ordo_arena_array(s->arena, c->n + 1, sizeof *s->inclusive);
    ordo_lab_lines_find(lab);
}

enum ordo_status ordo_lab_session_open(struct ordo_arena *arena,
                                       const struct ordo_lab_program *program,
                                       const struct ordo_lab_run_settings *settings,
                                       const char *scratch, struct ordo_lab_session **out,
                                       struct ordo_error *error) {
    struct ordo_lab_session *s = *out = ordo_memory_new(1, sizeof *s);
    s->arena = arena, s->program = program, s->settings = settings;
    snprintf(s->paths.result, sizeof s->paths.result, "%s/result", scratch);
    snprintf(s->paths.errors, sizeof s->paths.errors, "%s/errors", scratch);
    add_statements(s);
    return list(s, error);
}

/* ---- running ---- */

/* A statement that is missing from a repetition's record did not run in it. */
static void fill_zeros(struct ordo_lab_point *p, uint64_t n, uint64_t repetitions) {
    p->n = n;
    if (p->count < repetitions) p->min = 0;
    p->count = repetitions;
}

static bool keep_counts(struct ordo_lab_session *s, struct ordo_lab_experiment *e, uint64_t size,
                        const struct ordo_lab_result *r) {
    size_t at = e->n_sizes;
    for (size_t i = 0; i < r->n_counts; i++) {
        const struct ordo_lab_counts *c = &r->counts[i];
        memset(s->own, 0, s->lab.n_statements * sizeof *s->own);
        memset(s->inclusive, 0, s->lab.n_statements * sizeof *s->inclusive);
        ordo_lab_point_add(&e->total.points[at], size, c->total);
        for (uint64_t k = 0; k < c->n; k++) {
            uint64_t statement = c->v[3 * k];
            if (statement >= s->lab.n_statements) return false;
            s->own[statement] += c->v[3 * k + 1];
            s->inclusive[statement] += c->v[3 * k + 2];
            ordo_lab_point_add(&e->own[statement].points[at], size, c->v[3 * k + 1]);
            ordo_lab_point_add(&e->inclusive[statement].points[at], size, c->v[3 * k + 2]);
        }
        ordo_lab_lines_add(&s->lab, e, at, size, s->own, s->inclusive);
    }
    for (size_t i = 0; i < s->lab.n_statements; i++) {
        fill_zeros(&e->own[i].points[at], size, r->n_counts);
        fill_zeros(&e->inclusive[i].points[at], size, r->n_counts);
    }
    e->sizes[at] = size;
    e->n_sizes++;
    return true;
}

/* Returns how the run ended; writes `why` unless it succeeded. */
static enum ordo_lab_end judge(const struct ordo_lab_session *s, const struct ordo_job_result *job,
                               const struct ordo_lab_result *r, char *why, size_t size) {
    char said[512];
    static const char *const parts[] = {[ORDO_LAB_PHASE_CALL] = "",
                                        [ORDO_LAB_PHASE_MAKE] = "in the generator: ",
                                        [ORDO_LAB_PHASE_CHECK] = "in the check: ",
                                        [ORDO_LAB_PHASE_RELEASE] = "when the input is released: "};
    const char *part = r->phase < sizeof parts / sizeof *parts ? parts[r->phase] : "";
    bool reported = ordo_sanitizer_report_read(s->paths.errors, s->lab.files, s->lab.n_files, said,
                                               sizeof said);
    if (!reported) last_words(s, said, sizeof said);
    const char *colon = said[0] ? ": " : "";
    if (job->timed_out) {
        snprintf(why, size, "took more than %g s", (double)s->settings->timeout_ms / 1000);
        return ORDO_LAB_TIMEOUT;
    }
    if (job->out_of_memory) {
        double mega = (double)s->settings->memory_bytes / 1048576;
        if (mega >= 1)
            snprintf(why, size, "took more than %.0f MB of memory", mega);
        else
            snprintf(why, size, "took more than %.3g kB of memory", mega * 1024);
        return ORDO_LAB_MEMORY;
    }
    if (r->trouble == ORDO_LAB_IS_WRONG) {
        snprintf(why, size, "wrong result in repetition %llu (its seed: %llu)",
                 (unsigned long long)r->repetition + 1, (unsigned long long)r->seed);
        return ORDO_LAB_WRONG;
    }
    if (r->trouble == ORDO_LAB_IS_UNREPEATABLE) {
        snprintf(why, size,
                 "the generator made two different inputs of one size and one seed (%llu): "
                 "it must depend on nothing else",
                 (unsigned long long)r->seed);
        return ORDO_LAB_WRONG;
    }
    if (r->trouble == ORDO_LAB_HAS_NO_INPUT) {
        snprintf(why, size, "no input could be generated in repetition %llu (its seed: %llu)",
                 (unsigned long long)r->repetition + 1, (unsigned long long)r->seed);
        return ORDO_LAB_MEMORY;
    }
    if (reported && (job->signal || !r->ended))
        snprintf(why, size, "%s%s", part, said);
    else if (job->signal)
        snprintf(why, size, "%skilled by signal %d (%s)%s%s", part, job->signal,
                 strsignal(job->signal), colon, said);
    else if (!r->ended)
        snprintf(why, size, "%s ended the program with exit status %d%s%s",
                 r->phase == ORDO_LAB_PHASE_CHECK     ? "the check"
                 : r->phase == ORDO_LAB_PHASE_MAKE    ? "the generator"
                 : r->phase == ORDO_LAB_PHASE_RELEASE ? "the release of the input"
                                                      : "the function",
                 job->exit_status, colon, said);
    else
        return ORDO_LAB_OK;
    return ORDO_LAB_CRASHED;
}

static enum ordo_status run_size(struct ordo_lab_session *s, struct ordo_lab_experiment *e,
                                 uint64_t size, bool *ok, struct ordo_error *error) {
    const struct ordo_lab_declared *d = &s->declared[s->current];
    struct ordo_job_result job;
    struct ordo_lab_result r;
    char run[160], why[1024], line[1280];
    snprintf(run, sizeof run, "%llu %llu %llu %llu %llu", (unsigned long long)d->experiment,
             (unsigned long long)d->number, (unsigned long long)size, (unsigned long long)d->repeat,
             (unsigned long long)e->seed);
    *ok = false;
    ORDO_TRY(run_job(s, run, true, &job, error));
    if (job.stopped) return ORDO_OK;
    ORDO_TRY(ordo_lab_result_read(s->arena, s->paths.result, &r, error));
    e->end = judge(s, &job, &r, why, sizeof why);
    if (e->end == ORDO_LAB_OK && !keep_counts(s, e, size, &r))
        return ordo_error_set(error, ORDO_BAD_INPUT, "%s: has counts of unknown statements", e->id);
    if (e->end != ORDO_LAB_OK) {
        snprintf(line, sizeof line, "size %llu, seed %llu: %s", (unsigned long long)size,
                 (unsigned long long)e->seed, why);
        e->why = ordo_arena_copy(s->arena, line);
    }
    *ok = e->end == ORDO_LAB_OK;
    return ORDO_OK;
}

/* Runs in the foreground, because main may interact with the user. */
static enum ordo_status run_main(struct ordo_lab_session *s, struct ordo_lab_experiment *e,
                                 struct ordo_error *error) {
    struct ordo_words env = {0}, argv = {0};
    struct ordo_launch_result launch;
    struct ordo_lab_result r;
    char why[256];
    ORDO_TRY(clear_results(s, error));
    environment(s, "main", true, &env);
    ordo_words_add(&argv, s->program->path);
    for (size_t i = 0; s->settings->arguments[i]; i++)
        ordo_words_add(&argv, s->settings->arguments[i]);
    enum ordo_status status = ordo_launch(argv.v, env.v, 0, &launch, error);
    ordo_words_done(&env);
    ordo_words_done(&argv);
    ORDO_TRY(status);
    ORDO_TRY(ordo_lab_result_read(s->arena, s->paths.result, &r, error));
    if (r.ended && !keep_counts(s, e, 0, &r))
        return ordo_error_set(error, ORDO_BAD_INPUT, "main: has counts of unknown statements");
    if (r.ended) return ORDO_OK;
    if (launch.signal)
        snprintf(why, sizeof why, "killed by signal %d (%s)", launch.signal,
                 strsignal(launch.signal));
    else
        snprintf(why, sizeof why, "exit status %d before its counts were written",
                 launch.exit_status);
    e->end = ORDO_LAB_CRASHED;
    e->why = ordo_arena_copy(s->arena, why);
    return ORDO_OK;
}

void ordo_lab_session_progress(const struct ordo_lab_session *s, size_t *done, size_t *total) {
    *done = s->done, *total = s->total;
}

const struct ordo_lab_experiment *ordo_lab_session_current(const struct ordo_lab_session *s) {
    return s->current < s->lab.n_experiments ? &s->lab.experiments[s->current] : NULL;
}

enum ordo_status ordo_lab_session_step(struct ordo_lab_session *s, struct ordo_error *error) {
    if (s->current >= s->lab.n_experiments) return ORDO_OK;
    struct ordo_lab_experiment *e = &s->lab.experiments[s->current];
    size_t planned = s->planned[s->current];
    bool ok = true;
    if (is_main(e))
        ORDO_TRY(run_main(s, e, error));
    else if (planned)
        ORDO_TRY(run_size(s, e, e->sizes[e->n_sizes], &ok, error));
    bool last = !ok || e->n_sizes >= planned || e->end != ORDO_LAB_OK;
    s->done += ok && e->end == ORDO_LAB_OK;
    if (last) {
        s->done += planned - e->n_sizes;
        s->current++;
    }
    return ORDO_OK;
}

/* ---- models ---- */

static void fit(struct ordo_lab_series *series, size_t n, struct ordo_model_point *points) {
    for (size_t i = 0; i < n; i++) {
        const struct ordo_lab_point *p = &series->points[i];
        points[i] = (struct ordo_model_point){.n = (double)p->n,
                                              .count = (double)p->count,
                                              .min = (double)p->min,
                                              .max = (double)p->max,
                                              .sum = (double)p->sum,
                                              .sumsq = p->sumsq};
    }
    ordo_model_fit(points, n, ORDO_UNIT_BLOCKS, &series->model);
}

const struct ordo_lab *ordo_lab_session_finish(struct ordo_lab_session *s) {
    for (size_t i = 0; i < s->lab.n_experiments; i++) {
        struct ordo_lab_experiment *e = &s->lab.experiments[i];
        struct ordo_model_point *points = ordo_memory_new(e->n_sizes + 1, sizeof *points);
        fit(&e->total, e->n_sizes, points);
        for (size_t k = 0; k < s->lab.n_statements; k++) {
            fit(&e->own[k], e->n_sizes, points);
            fit(&e->inclusive[k], e->n_sizes, points);
        }
        for (size_t k = 0; k < s->lab.n_lines; k++) {
            fit(&e->own_lines[k], e->n_sizes, points);
            fit(&e->inclusive_lines[k], e->n_sizes, points);
        }
        free(points);
    }
    return &s->lab;
}

void ordo_lab_session_close(struct ordo_lab_session *s) {
    free(s);
}
