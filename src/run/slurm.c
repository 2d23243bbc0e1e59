/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * slurm.c: redirects the output of each command to a file in `folder` and reads it.
 */
#include "run/slurm.h"

#include "base/text.h"
#include "run/job.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COMMAND_TIMEOUT_MS = 120000 };

struct answer {
    char *text, *said; /* stdout; the last line of stderr */
    int status;
};

static void answer_done(struct answer *a) {
    free(a->text);
    free(a->said);
}

static char *read_file(const char *path) {
    struct ordo_text t = {0};
    char buffer[4096];
    FILE *f = fopen(path, "re");
    for (size_t n; f && (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        ordo_text_add_bytes(&t, buffer, n);
    if (f) fclose(f);
    return ordo_text_take(&t);
}

static void keep_last_line(char *text) {
    size_t n = strlen(text);
    while (n && isspace((unsigned char)text[n - 1])) text[--n] = 0;
    char *line = strrchr(text, '\n');
    if (line) memmove(text, line + 1, strlen(line));
}

static enum ordo_status ask(struct ordo_words *command, const char *folder, struct answer *out,
                            struct ordo_error *error) {
    struct ordo_text output = {0}, errors = {0};
    struct ordo_job_result r;
    *out = (struct answer){0};
    ordo_text_print(&output, "%s/answer", folder);
    ordo_text_print(&errors, "%s/said", folder);
    struct ordo_job job = {.argv = command->v,
                           .output = output.bytes,
                           .errors = errors.bytes,
                           .timeout_ms = COMMAND_TIMEOUT_MS};
    enum ordo_status status = ordo_job_run(&job, &r, error);
    if (status == ORDO_OK) {
        out->status = r.timed_out || r.signal ? -1 : r.exit_status;
        out->text = read_file(output.bytes);
        out->said = read_file(errors.bytes);
        keep_last_line(out->said);
    } else if (status == ORDO_ENVIRONMENT) {
        ordo_error_prefix(error, "--launcher slurm");
    }
    ordo_text_done(&output);
    ordo_text_done(&errors);
    return status;
}

static enum ordo_status failed(const char *command, const struct answer *a,
                               struct ordo_error *error) {
    if (a->status < 0)
        return ordo_error_set(
            error, ORDO_ENVIRONMENT,
            "--launcher slurm: %s does not answer: check that slurmctld is running", command);
    return ordo_error_set(error, ORDO_ENVIRONMENT,
                          "--launcher slurm: %s ended with status %d: %.300s", command, a->status,
                          *a->said ? a->said : "no error message");
}

enum ordo_status ordo_slurm_submit(const struct ordo_slurm_array *a, const char *folder,
                                   char id[ORDO_SLURM_TEXT], struct ordo_error *error) {
    struct ordo_words c = {0};
    struct answer answer;
    for (const char *const *w = (const char *const[]){"sbatch", "--parsable", "--no-requeue",
                                                      "--job-name=ordo-trend", NULL};
         *w; w++)
        ordo_words_add(&c, *w);
    if (a->at_once)
        ordo_words_addf(&c, "--array=0-%zu%%%zu", a->n_tasks - 1, a->at_once);
    else
        ordo_words_addf(&c, "--array=0-%zu", a->n_tasks - 1);
    ordo_words_addf(&c, "--output=%s", a->log);
    if (a->timeout_ms) ordo_words_addf(&c, "--time=%" PRIu64, (a->timeout_ms + 59999) / 60000);
    if (a->memory_bytes) ordo_words_addf(&c, "--mem=%" PRIu64 "K", (a->memory_bytes + 1023) / 1024);
    for (size_t i = 0; i < a->options->n; i++) ordo_words_add(&c, a->options->v[i]);
    ordo_words_add(&c, a->script);
    enum ordo_status status = ask(&c, folder, &answer, error);
    ordo_words_done(&c);
    if (status != ORDO_OK) return status;
    size_t n = strspn(answer.text, "0123456789"); /* ;CLUSTER follows if there are several */
    if (answer.status != 0 || !n || n >= ORDO_SLURM_TEXT)
        status = failed("sbatch", &answer, error);
    else
        snprintf(id, ORDO_SLURM_TEXT, "%.*s", (int)n, answer.text);
    answer_done(&answer);
    return status;
}

enum ordo_status ordo_slurm_list(const char *id, const char *folder, bool *active, size_t n_tasks,
                                 struct ordo_error *error) {
    struct ordo_words c = {0};
    struct answer answer;
    for (size_t i = 0; i < n_tasks; i++) active[i] = false;
    for (const char *const *w =
             (const char *const[]){"squeue", "--noheader", "--array", "--format=%K", NULL};
         *w; w++)
        ordo_words_add(&c, *w);
    ordo_words_addf(&c, "--jobs=%s", id);
    enum ordo_status status = ask(&c, folder, &answer, error);
    ordo_words_done(&c);
    if (status != ORDO_OK) return status;
    /* Slurm forgets a job some minutes after its end. */
    if (answer.status != 0 && !strstr(answer.said, "Invalid job id"))
        status = failed("squeue", &answer, error);
    for (char *p = answer.text; status == ORDO_OK && *p;) {
        char *end;
        unsigned long task = strtoul(p, &end, 10);
        if (end != p && task < n_tasks) active[task] = true;
        p = end + strcspn(end, "\n");
        if (*p) p++;
    }
    answer_done(&answer);
    return status;
}

void ordo_slurm_state(const char *id, size_t task, const char *folder,
                      char state[ORDO_SLURM_TEXT]) {
    struct ordo_words c = {0};
    struct answer answer;
    *state = 0;
    for (const char *const *w =
             (const char *const[]){"scontrol", "--oneliner", "show", "job", NULL};
         *w; w++)
        ordo_words_add(&c, *w);
    ordo_words_addf(&c, "%s_%zu", id, task);
    if (ask(&c, folder, &answer, NULL) == ORDO_OK) {
        const char *found = strstr(answer.text, "JobState=");
        if (found) {
            found += strlen("JobState=");
            snprintf(state, ORDO_SLURM_TEXT, "%.*s", (int)strcspn(found, " \n"), found);
        }
        answer_done(&answer);
    }
    ordo_words_done(&c);
}

void ordo_slurm_cancel(const char *id, const char *folder) {
    struct ordo_words c = {0};
    struct answer answer;
    ordo_words_add(&c, "scancel");
    ordo_words_add(&c, id);
    if (ask(&c, folder, &answer, NULL) == ORDO_OK) answer_done(&answer);
    ordo_words_done(&c);
}
