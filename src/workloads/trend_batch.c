/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_batch.c: submits job arrays, polls Slurm, and reads the results.
 *
 * An array has at most 1,000 workloads. Task K of array R runs FOLDER/array-R/K, a link to its
 * workload's script. A task has ended when its script left a status, or when Slurm did not list it
 * twice in a row, because files may appear late on other machines. If the status says that the
 * program was killed, Slurm is asked whether it killed the program. When the session ends, for
 * whatever reason, the array is cancelled and its folders are removed.
 */
#include "workloads/trend_batch.h"

#include "base/memory.h"
#include "base/text.h"
#include "run/scratch_dir.h"
#include "run/slurm.h"
#include "workloads/trend_leftovers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TRIES = 3, POLL_MS = 500, MISSED = 2, MOST_SILENT = 120 };

struct batch {
    const struct ordo_trend_plan *plan;
    const char *folder;
    const volatile sig_atomic_t *stop;
    ordo_trend_keep *keep;
    void *context;
    struct ordo_error *error;
    unsigned *tries; /* [n_workloads] */
    bool *over;      /* [n_workloads] */
    unsigned round;
    bool enough; /* `keep` ended the session */
    /* The current array. */
    char id[ORDO_SLURM_TEXT], *array;
    size_t n;
    size_t workload[ORDO_SLURM_MOST_TASKS];
    struct ordo_trend_task *task[ORDO_SLURM_MOST_TASKS]; /* NULL if it has ended */
    unsigned missed[ORDO_SLURM_MOST_TASKS];
};

static char *path_of(const struct batch *b, const char *name) {
    return ordo_text_format("%s/%s", b->array, name);
}

static enum ordo_status cannot_write(const struct batch *b, const char *path) {
    return ordo_error_set(b->error, ORDO_ENVIRONMENT, "%s: cannot be written: %s", path,
                          strerror(errno));
}

static enum ordo_status write_array_script(const struct batch *b, const char *path) {
    struct ordo_text t = {0};
    ordo_text_add(&t, "#!/bin/sh\nexec ");
    ordo_text_add_quoted(&t, b->array);
    ordo_text_add(&t, "/$SLURM_ARRAY_TASK_ID\n");
    FILE *f = fopen(path, "wxe");
    bool ok = f && fwrite(t.bytes, 1, t.n, f) == t.n;
    if (f) ok = fclose(f) == 0 && ok;
    ordo_text_done(&t);
    return ok ? ORDO_OK : cannot_write(b, path);
}

static enum ordo_status begin_tasks(struct batch *b) {
    for (size_t w = 0; w < b->plan->n_workloads && b->n < ORDO_SLURM_MOST_TASKS; w++) {
        if (b->over[w]) continue;
        char number[32];
        snprintf(number, sizeof number, "%zu", b->n);
        ORDO_TRY(ordo_trend_task_begin(b->plan, w, b->folder, &b->task[b->n], b->error));
        b->workload[b->n] = w;
        b->missed[b->n] = 0;
        char *link = path_of(b, number);
        int failed = symlink(ordo_trend_task_script(b->task[b->n++]), link);
        enum ordo_status status = failed ? cannot_write(b, link) : ORDO_OK;
        free(link);
        ORDO_TRY(status);
    }
    return ORDO_OK;
}

static enum ordo_status submit(struct batch *b) {
    char *script = path_of(b, "script"), *log = path_of(b, "log-%a");
    const struct ordo_slurm_array a = {.script = script,
                                       .log = log,
                                       .n_tasks = b->n,
                                       .at_once = b->plan->jobs_given ? b->plan->jobs : 0,
                                       .timeout_ms = b->plan->timeout_ms,
                                       .memory_bytes = b->plan->memory_bytes,
                                       .options = &b->plan->launcher};
    enum ordo_status status = write_array_script(b, script);
    if (status == ORDO_OK) status = ordo_slurm_submit(&a, b->array, b->id, b->error);
    free(script);
    free(log);
    return status;
}

/* Writes the array's id, so that the next session can cancel it if this one is killed. */
static enum ordo_status write_id(const struct batch *b) {
    char *path = path_of(b, ORDO_TREND_ARRAY_ID);
    FILE *f = fopen(path, "wxe");
    bool ok = f && fprintf(f, "%s\n", b->id) > 0;
    if (f) ok = fclose(f) == 0 && ok;
    enum ordo_status status = ok ? ORDO_OK : cannot_write(b, path);
    free(path);
    return status;
}

/* Reads the last line that is not empty of the log of task k, or "". */
static void read_log(const struct batch *b, size_t k, char said[200]) {
    char name[32], line[200];
    snprintf(name, sizeof name, "log-%zu", k);
    char *path = path_of(b, name);
    FILE *f = fopen(path, "re");
    *said = 0;
    while (f && fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (*line) memcpy(said, line, sizeof line);
    }
    if (f) fclose(f);
    free(path);
}

/* Reads the results of task k, or if `why` is not NULL, reports why there are none. */
static void conclude(struct batch *b, size_t k, enum ordo_workload_status lost, const char *why) {
    struct ordo_trend_outcome o;
    struct ordo_error e = {0};
    enum ordo_status status = ordo_trend_task_end(b->task[k], lost, why, b->stop, &o, &e);
    b->task[k] = NULL;
    b->over[b->workload[k]] = true;
    if (!b->keep(b->context, &o, status, &e)) b->enough = true;
    ordo_trend_workload_done(&o);
}

static bool is_one_of(const char *word, const char *const *words) {
    for (; *words; words++)
        if (strcmp(word, *words) == 0) return true;
    return false;
}

/* Slurm's states for jobs that did not end by themselves: scontrol(1), squeue(1), job states. */
static const char *const ended_by_slurm[] = {"BOOT_FAIL", "CANCELLED",     "DEADLINE", "NODE_FAIL",
                                             "PREEMPTED", "OUT_OF_MEMORY", "TIMEOUT",  NULL};

/* Decides about a task that Slurm no longer lists and that left no status, or the status of a
 * program that was killed by Slurm or by something else. */
static void settle(struct batch *b, size_t k) {
    char state[ORDO_SLURM_TEXT], said[200], why[600];
    ordo_slurm_state(b->id, k, b->array, state);
    if (ordo_trend_task_has_ended(b->task[k]) && !is_one_of(state, ended_by_slurm)) {
        conclude(b, k, ORDO_WORKLOAD_OK, NULL);
        return;
    }
    read_log(b, k, said);
    const char *word = *state ? state : "unknown";
    if (strcmp(state, "TIMEOUT") == 0 || strcmp(state, "DEADLINE") == 0) {
        conclude(b, k, ORDO_WORKLOAD_TIMEOUT,
                 "exceeded the time limit of the batch system: raise --timeout");
        return;
    }
    if (strcmp(state, "OUT_OF_MEMORY") == 0) {
        conclude(b, k, ORDO_WORKLOAD_MEMORY,
                 "exceeded the memory limit of the batch system: raise --memory");
        return;
    }
    if (++b->tries[b->workload[k]] < MOST_TRIES) {
        ordo_trend_task_drop(b->task[k]);
        b->task[k] = NULL;
        return;
    }
    snprintf(why, sizeof why,
             "the batch system ended it before the program ended, %d times (job %s_%zu: %s)%s%s",
             MOST_TRIES, b->id, k, word, *said ? ": " : "", said);
    conclude(b, k, ORDO_WORKLOAD_FAILED, why);
}

static size_t count_open(const struct batch *b) {
    size_t n = 0;
    for (size_t k = 0; k < b->n; k++) n += b->task[k] != NULL;
    return n;
}

static void pause_a_while(void) {
    struct timespec t = {.tv_nsec = POLL_MS * 1000000L};
    nanosleep(&t, NULL);
}

static bool goes_on(const struct batch *b) {
    return !*b->stop && !b->enough;
}

static void gather(struct batch *b, const bool *active) {
    for (size_t k = 0; k < b->n && goes_on(b); k++) {
        if (!b->task[k]) continue;
        if (ordo_trend_task_has_ended(b->task[k]) && !ordo_trend_task_was_killed(b->task[k]))
            conclude(b, k, ORDO_WORKLOAD_OK, NULL);
        else if (active[k])
            b->missed[k] = 0;
        else if (++b->missed[k] >= MISSED)
            settle(b, k);
    }
}

static enum ordo_status wait_for_all(struct batch *b) {
    static bool active[ORDO_SLURM_MOST_TASKS];
    unsigned silent = 0;
    while (count_open(b) && goes_on(b)) {
        enum ordo_status status = ordo_slurm_list(b->id, b->array, active, b->n, b->error);
        if (status == ORDO_OK) {
            silent = 0;
            gather(b, active);
        } else if (status != ORDO_ENVIRONMENT || ++silent >= MOST_SILENT) {
            return status;
        }
        if (count_open(b) && goes_on(b)) pause_a_while();
    }
    return ORDO_OK;
}

static enum ordo_status run_array(struct batch *b) {
    b->array = ordo_text_format("%s/array-%u", b->folder, b->round++);
    b->n = 0;
    *b->id = 0;
    enum ordo_status status = mkdir(b->array, 0700) == 0 ? ORDO_OK : cannot_write(b, b->array);
    if (status == ORDO_OK) status = begin_tasks(b);
    if (status == ORDO_OK) status = submit(b);
    if (status == ORDO_OK) status = write_id(b);
    if (status == ORDO_OK) status = wait_for_all(b);
    if (*b->id && count_open(b)) ordo_slurm_cancel(b->id, b->array);
    for (size_t k = 0; k < b->n; k++) {
        ordo_trend_task_drop(b->task[k]);
        b->task[k] = NULL;
    }
    ordo_scratch_dir_remove(b->array);
    free(b->array);
    return status;
}

static bool has_more(const struct batch *b) {
    for (size_t w = 0; w < b->plan->n_workloads; w++)
        if (!b->over[w]) return true;
    return false;
}

enum ordo_status ordo_trend_batch_run(const struct ordo_trend_plan *p, const bool *done,
                                      const char *folder, const volatile sig_atomic_t *stop,
                                      ordo_trend_keep *keep, void *context,
                                      struct ordo_error *error) {
    struct batch *b = ordo_memory_new(1, sizeof *b);
    *b = (struct batch){.plan = p,
                        .folder = folder,
                        .stop = stop,
                        .keep = keep,
                        .context = context,
                        .error = error};
    b->tries = ordo_memory_new(p->n_workloads + 1, sizeof *b->tries);
    b->over = ordo_memory_new(p->n_workloads + 1, sizeof *b->over);
    memcpy(b->over, done, p->n_workloads * sizeof *done);
    enum ordo_status status = ORDO_OK;
    while (status == ORDO_OK && goes_on(b) && has_more(b)) status = run_array(b);
    free(b->tries);
    free(b->over);
    free(b);
    return status;
}
