/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_place.c: makes the folder for one run; it is removed after the results were read.
 */
#include "workloads/trend_place.h"

#include "base/text.h"
#include "run/scratch_dir.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum ordo_status make_folder(const char *path, struct ordo_error *error) {
    if (mkdir(path, 0700) == 0) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot create the folder: %s", path,
                          strerror(errno));
}

static enum ordo_status place_file(const struct ordo_trend_plan *p,
                                   const struct ordo_plan_workload *w, struct ordo_trend_place *at,
                                   struct ordo_error *error) {
    const char *slash = strrchr(w->file, '/');
    at->file = ordo_text_format("%s/%s", at->directory, slash ? slash + 1 : w->file);
    if (!p->link) return ordo_scratch_dir_copy(w->file, at->file, error);
    if (symlink(w->file, at->file) == 0) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot create the link: %s", at->file,
                          strerror(errno));
}

static enum ordo_status make(const struct ordo_trend_plan *p, size_t workload, const char *folder,
                             struct ordo_trend_place *at, struct ordo_error *error) {
    const struct ordo_plan_workload *w = &p->workloads[workload];
    at->scratch = ordo_text_format("%s/%zu", folder, workload);
    at->directory = ordo_text_format("%s/run", at->scratch);
    at->raw = ordo_text_format("%s/raw", at->scratch);
    at->output = ordo_text_format("%s/stdout", at->scratch);
    at->errors = ordo_text_format("%s/stderr", at->scratch);
    at->script = ordo_text_format("%s/job", at->scratch);
    at->status = ordo_text_format("%s/status", at->scratch);
    at->launcher = ordo_text_format("%s/launcher", at->scratch);
    ORDO_TRY(make_folder(at->scratch, error));
    ORDO_TRY(make_folder(at->directory, error));
    ORDO_TRY(make_folder(at->raw, error));
    return w->file && !p->gcov ? place_file(p, w, at, error) : ORDO_OK;
}

enum ordo_status ordo_trend_place_make(const struct ordo_trend_plan *p, size_t workload,
                                       const char *folder, struct ordo_trend_place *out,
                                       struct ordo_error *error) {
    *out = (struct ordo_trend_place){0};
    return make(p, workload, folder, out, error);
}

void ordo_trend_place_leave(struct ordo_trend_place *at) {
    if (at->scratch) ordo_scratch_dir_remove(at->scratch);
    free(at->scratch);
    free(at->directory);
    free(at->raw);
    free(at->output);
    free(at->errors);
    free(at->script);
    free(at->status);
    free(at->launcher);
    free(at->file);
}

const char *const ordo_trend_place_unset[] = {"ORDO_CELL", "ORDO_COSTS", "ORDO_DRMS", "ORDO_LIMIT",
                                              NULL};

/* A batch system that ends the job sends SIGTERM to the shell as well as to the program. The script
 * then leaves no status, because the program did not end by itself. (If the shell gets the signal
 * too late, it does leave one.) */
bool ordo_trend_place_write_script(const struct ordo_trend_place *at, const char *input,
                                   char *const *argv) {
    struct ordo_text t = {0};
    ordo_text_add(&t, "#!/bin/sh\ntrap 'exit 143' TERM\ncd ");
    ordo_text_add_quoted(&t, at->directory);
    ordo_text_add(&t, " || exit\nunset");
    for (const char *const *u = ordo_trend_place_unset; *u; u++) ordo_text_print(&t, " %s", *u);
    ordo_text_add(&t, "\nORDO_RAW_DIR=");
    ordo_text_add_quoted(&t, at->raw);
    ordo_text_add(&t, "\nexport ORDO_RAW_DIR\nstart=$(date +%s%N)\n");
    /* In a subshell, so that the shell's messages about signals are not in the program's output. */
    ordo_text_add(&t, "(exec");
    for (; *argv; argv++) {
        ordo_text_add(&t, " ");
        ordo_text_add_quoted(&t, *argv);
    }
    ordo_text_add(&t, ") <");
    ordo_text_add_quoted(&t, input ? input : "/dev/null");
    ordo_text_add(&t, " >");
    ordo_text_add_quoted(&t, at->output);
    ordo_text_add(&t, " 2>");
    ordo_text_add_quoted(&t, at->errors);
    ordo_text_add(&t, "\nstatus=$?\nstate=");
    ordo_text_add_quoted(&t, at->status);
    ordo_text_add(&t, "\necho $status $start $(date +%s%N) >\"$state.part\" && "
                      "mv \"$state.part\" \"$state\"\nexit $status\n");
    ordo_job_lock();
    int fd = open(at->script, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0700);
    bool ok = fd >= 0 && write(fd, t.bytes, t.n) == (ssize_t)t.n;
    if (fd >= 0) ok = close(fd) == 0 && ok;
    ordo_job_unlock();
    ordo_text_done(&t);
    return ok;
}

bool ordo_trend_place_read_status(const struct ordo_trend_place *at, struct ordo_job_result *r) {
    FILE *f = fopen(at->status, "re");
    unsigned long long start = 0, end = 0;
    int status, n = f ? fscanf(f, "%d %llu %llu", &status, &start, &end) : 0;
    if (f) fclose(f);
    if (n < 1) return false;
    bool killed = status > 128 && status < 128 + NSIG;
    r->signal = killed ? status - 128 : 0;
    r->exit_status = killed ? -1 : status;
    if (n == 3 && end > start && start > 1000000000000000ull) r->wall_ns = end - start;
    return true;
}
