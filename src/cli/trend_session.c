/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_session.c: one thread for each job takes the next workload, runs it, and adds the result to
 * the journal under a lock.
 *
 * The result does not depend on which thread runs what, because the journal is put into canonical
 * order at the end. The main thread only waits. A signal sets a flag that every job checks.
 */
#include "cli/trend_session.h"

#include "base/memory.h"
#include "base/text.h"
#include "base/words.h"
#include "cli/interruption.h"
#include "cli/message.h"
#include "cli/output_guard.h"
#include "cli/progress.h"
#include "run/scratch_dir.h"
#include "workloads/trend_batch.h"
#include "workloads/trend_leftovers.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NO_RESULT = 1, SIGNALLED = 128 };

struct session {
    const struct ordo_trend_plan *plan;
    struct ordo_trend_journal *journal;
    char *folder;
    bool *done;
    pthread_mutex_t lock;
    size_t next, n_done;
    struct ordo_words whys;  /* reasons that were printed */
    size_t n_silent;         /* workloads left out for one of them */
    enum ordo_status status; /* of the first error of Ordo itself */
    struct ordo_error error;
};

static bool take_next(struct session *s, size_t *workload) {
    pthread_mutex_lock(&s->lock);
    while (s->next < s->plan->n_workloads && s->done[s->next]) s->next++;
    bool found = s->next < s->plan->n_workloads && s->status == ORDO_OK && !ordo_interruption;
    if (found) *workload = s->next++;
    pthread_mutex_unlock(&s->lock);
    return found;
}

static void keep(struct session *s, const struct ordo_trend_outcome *o, enum ordo_status status,
                 struct ordo_error *error) {
    pthread_mutex_lock(&s->lock);
    if (status == ORDO_OK && !o->stopped)
        status = ordo_trend_journal_add(s->journal, &o->measurement, error);
    if (status != ORDO_OK && s->status == ORDO_OK) {
        s->status = status;
        s->error = *error;
    }
    if (status == ORDO_OK && !o->stopped) {
        const struct ordo_workload *w = &o->measurement.result;
        s->n_done++;
        if (w->status != ORDO_WORKLOAD_OK) {
            if (ordo_words_find(&s->whys, w->why)) {
                s->n_silent++;
            } else {
                ordo_words_add(&s->whys, w->why);
                ordo_progress_clear();
                ordo_message_remark("%s: left out: %s: %s: %s", w->name,
                                    ordo_workload_status_name(w->status), w->command, w->why);
            }
        }
        ordo_progress_show(w->name, s->n_done, s->plan->n_workloads);
    }
    pthread_mutex_unlock(&s->lock);
}

static void *work(void *argument) {
    struct session *s = argument;
    size_t workload;
    while (take_next(s, &workload)) {
        struct ordo_trend_outcome o;
        struct ordo_error error = {0};
        enum ordo_status status =
            ordo_trend_workload_run(s->plan, workload, s->folder, &ordo_interruption, &o, &error);
        keep(s, &o, status, &error);
        ordo_trend_workload_done(&o);
    }
    return NULL;
}

static bool keep_batch(void *context, const struct ordo_trend_outcome *o, enum ordo_status status,
                       struct ordo_error *error) {
    struct session *s = context;
    keep(s, o, status, error);
    return s->status == ORDO_OK;
}

static enum ordo_status run_batch(struct session *s) {
    struct ordo_error error = {0};
    sigset_t caught;
    ordo_interruption_catch(&caught);
    enum ordo_status status = ordo_trend_batch_run(s->plan, s->done, s->folder, &ordo_interruption,
                                                   keep_batch, s, &error);
    if (status != ORDO_OK && s->status == ORDO_OK) s->error = error;
    return s->status == ORDO_OK ? status : s->status;
}

/* The main thread, which only waits, gets the signals, so that system calls of the others are not
 * interrupted. */
static enum ordo_status run_all(struct session *s) {
    size_t n = s->plan->jobs < s->plan->n_workloads ? s->plan->jobs : s->plan->n_workloads;
    pthread_t *threads = ordo_memory_new(n + 1, sizeof *threads);
    sigset_t caught, before;
    ordo_interruption_catch(&caught);
    pthread_sigmask(SIG_BLOCK, &caught, &before);
    size_t started = 0;
    int failed = 0;
    while (started < n && !failed)
        if (!(failed = pthread_create(&threads[started], NULL, work, s))) started++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (size_t i = 0; i < started; i++) pthread_join(threads[i], NULL);
    free(threads);
    if (n && !started)
        return ordo_error_set(&s->error, ORDO_ENVIRONMENT, "cannot start a thread: %s",
                              strerror(failed));
    return s->status;
}

static void say(const char *output, const struct ordo_trend *t, uint32_t ok) {
    ordo_message_remark("%s: %u of %u workload%s, %u feature%s, %u location%s", output, ok,
                        t->n_workloads, t->n_workloads == 1 ? "" : "s", t->n_features,
                        t->n_features == 1 ? "" : "s", t->n_locations,
                        t->n_locations == 1 ? "" : "s");
}

/* Makes the trend file from the journal. Returns the exit status. */
static int finish(const char *part, const char *output, bool quiet) {
    struct ordo_error error = {0};
    struct ordo_trend *t = NULL;
    uint32_t ok = 0;
    if (ordo_trend_load(part, false, &t, &error) != ORDO_OK ||
        ordo_trend_save(t, output, &error) != ORDO_OK) {
        ordo_trend_free(t);
        return ordo_message_error(&error);
    }
    for (uint32_t w = 0; w < t->n_workloads; w++) ok += t->workloads[w].status == ORDO_WORKLOAD_OK;
    unlink(part);
    if (!ok)
        ordo_message("no workload could be measured: see the messages above");
    else if (!quiet)
        say(output, t, ok);
    ordo_trend_free(t);
    return ok ? 0 : NO_RESULT;
}

static int conclude(struct session *s, const char *part, const char *output, bool quiet) {
    ordo_progress_clear();
    if (s->n_silent)
        ordo_message_remark("%zu more workload%s left out for the same reason", s->n_silent,
                            s->n_silent == 1 ? " was" : "s were");
    if (s->status != ORDO_OK) return ordo_message_error(&s->error);
    if (ordo_interruption) {
        ordo_message(
            "interrupted: %zu of %zu workloads are done and kept in %s: run the same command "
            "to continue",
            s->n_done, s->plan->n_workloads, part);
        return SIGNALLED + ordo_interruption;
    }
    return finish(part, output, quiet);
}

/* Checks the file and those that become it: the journal, and the whole trend. */
static enum ordo_status check_names(const char *part, const char *output,
                                    struct ordo_error *error) {
    char *whole = ordo_text_format("%s.new", output);
    const char *lost = !ordo_output_is_earlier(part, ORDO_OUTPUT_DATABASE)    ? part
                       : !ordo_output_is_earlier(whole, ORDO_OUTPUT_DATABASE) ? whole
                                                                              : NULL;
    enum ordo_status status = ordo_output_guard(output, "-o", ORDO_OUTPUT_DATABASE, error);
    if (status == ORDO_OK && lost)
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "%s: exists and is not a trend that Ordo wrote, but %s is written "
                                "there first: name another file with -o",
                                lost, output);
    free(whole);
    return status;
}

static int run(struct session *s, const char *part, const char *output, bool quiet) {
    int lock = -1;
    if (ordo_trend_check_path(output, &s->error) != ORDO_OK ||
        check_names(part, output, &s->error) != ORDO_OK ||
        ordo_trend_folder_new(output, &s->folder, &lock, &s->error) != ORDO_OK)
        return ordo_message_error(&s->error);
    char *key = ordo_trend_plan_key(s->plan), *command = ordo_trend_plan_command(s->plan);
    s->status = ordo_trend_journal_open(part, key, command, s->plan->gcov ? "gcov" : "blocks",
                                        s->done, s->plan->n_workloads, &s->journal, &s->error);
    free(key);
    free(command);
    if (s->status != ORDO_OK) {
        ordo_scratch_dir_remove(s->folder);
        close(lock);
        return ordo_message_error(&s->error);
    }
    for (size_t i = 0; i < s->plan->n_workloads; i++) s->n_done += s->done[i];
    if (s->n_done && !quiet)
        ordo_message_remark("%s: continuing; %zu of %zu workloads are done", part, s->n_done,
                            s->plan->n_workloads);
    s->status = s->plan->slurm ? run_batch(s) : run_all(s);
    ordo_scratch_dir_remove(s->folder);
    close(lock);
    ordo_trend_journal_close(s->journal);
    s->journal = NULL;
    return conclude(s, part, output, quiet);
}

int ordo_trend_session_run(const struct ordo_trend_plan *p, const char *output, bool restart,
                           bool quiet) {
    struct session s = {.plan = p, .lock = PTHREAD_MUTEX_INITIALIZER};
    char *part = ordo_text_format("%s.part", output);
    s.done = ordo_memory_new(p->n_workloads + 1, sizeof *s.done);
    if (restart && ordo_output_is_earlier(part, ORDO_OUTPUT_DATABASE)) unlink(part);
    int status = run(&s, part, output, quiet);
    ordo_words_done(&s.whys);
    free(s.done);
    free(s.folder);
    free(part);
    return status;
}
