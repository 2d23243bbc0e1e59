/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording.c: checks the options, runs the command, makes the profile and saves it.
 *
 * The raw folder is removed unless that would lose data. It is removed when the whole profile was
 * saved, or when the command never ran.
 */
#include "cli/recording.h"
#include "base/duration.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/engine_choice.h"
#include "cli/interruption.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "cli/output_guard.h"
#include "cli/progress.h"
#include "cli/recording_settings.h"
#include "profile/raw/build.h"
#include "profile/store/store.h"
#include "run/attachment.h"
#include "run/launch.h"
#include "run/raw_dir.h"
#include "run/scratch_dir.h"
#include "run/valgrind_log.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct session {
    const struct ordo_recording *request;
    struct ordo_recording_settings settings;
    struct ordo_launch_result result;
    struct ordo_engine_choice engine;
    char **argv;
    const char *given_dir; /* as the user wrote it; NULL unless a folder's profile is made */
    char *raw_dir;
    char *advice; /* if memory runs out before the profile is saved */
    struct ordo_words files;
    uint32_t *running; /* pids of processes that still write to the files */
    size_t n_running;
    bool keep_raw;
};

static int fail(const struct ordo_error *error) {
    ordo_message("%s", error->message);
    return ORDO_RECORDING_FAILED;
}

/* Returns `pattern` with every %p replaced by `pid`. If there is no %p and must_differ, appends
 * ".pid". The caller frees the result. */
static char *output_path(const char *pattern, uint32_t pid, bool must_differ) {
    struct ordo_words w = {0};
    const char *p = pattern;
    for (const char *q; (q = strstr(p, "%p")); p = q + 2) {
        ordo_words_add_bytes(&w, p, (size_t)(q - p));
        ordo_words_addf(&w, "%u", pid);
    }
    ordo_words_add(&w, p);
    if (must_differ && w.n == 1) ordo_words_addf(&w, ".%u", pid);
    char *path = ordo_words_join(&w, "");
    ordo_words_done(&w);
    return path;
}

static enum ordo_status check_output(const char *path, struct ordo_error *error) {
    struct stat st;
    if (!*path) return ordo_error_set(error, ORDO_BAD_INPUT, "-o: is empty: name a file");
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: not a regular file: name another file with -o", path);
    return ordo_output_guard(path, "-o", ORDO_OUTPUT_DATABASE, error);
}

static void find_running(struct session *s) {
    s->n_running = 0;
    for (size_t i = 0; i < s->files.n; i++)
        if (ordo_raw_dir_is_running(s->files.v[i]))
            s->running[s->n_running++] = ordo_raw_dir_pid(s->files.v[i]);
}

/* Lists the raw files. Repeats this while processes are running, for at most wait_ms. */
static enum ordo_status collect(struct session *s, struct ordo_error *error) {
    enum { STEP_MS = 20 };
    for (uint64_t waited_ms = 0;; waited_ms += STEP_MS) {
        ordo_words_done(&s->files);
        ORDO_TRY(ordo_raw_dir_find(s->raw_dir, &s->files, error));
        free(s->running);
        s->running = ordo_memory_new(s->files.n + 1, sizeof *s->running);
        find_running(s);
        if (s->n_running == 0 || waited_ms >= s->settings.wait_ms) return ORDO_OK;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
}

static void describe(const struct session *s, const struct ordo_profile *p, const char *path) {
    if (s->request->quiet || p->n_processes == 0) return;
    uint32_t processes = ordo_profile_processes(p);
    ordo_message_remark(
        "%s: %u process%s%s, %u scope%s%s", path, processes, processes == 1 ? "" : "es",
        s->engine.valgrind ? " under Valgrind" : "", p->n_scopes, p->n_scopes == 1 ? "" : "s",
        s->n_running ? " (some processes are still running: includes their data so far)" : "");
}

static enum ordo_status build(struct session *s, const char *const *files, size_t n,
                              struct ordo_profile **out, struct ordo_error *error) {
    char *directory = getcwd(NULL, 0); /* NULL: file names stay unchanged */
    struct ordo_build_options options = {
        .cell_bytes = s->settings.cell_bytes,
        .directory = directory,
        .argv = (const char *const *)s->argv,
        .start_ns = s->result.start_ns,
        .end_ns = s->result.end_ns,
        .exit_status = s->result.exit_status,
        .signal = s->result.signal,
        .features = s->settings.features,
        .n_features = s->settings.n_features,
        .running = s->running,
        .n_running = s->n_running,
        .skip_bad = true,
    };
    enum ordo_status status = ordo_profile_from_raw(files, n, &options, out, error);
    free(directory);
    ORDO_TRY(status);
    for (uint32_t i = 0; i < (*out)->n_runs; i++)
        if ((*out)->runs[i].unreadable) s->keep_raw = true;
    return ORDO_OK;
}

static void check_production(const struct session *s, const struct ordo_profile *p) {
    static const char *const sampling[] = {"production", "rate", "budget", "log", NULL};
    const char *option = s->request->production ? "production" : ordo_option_given_of(sampling);
    if (option && p->n_processes && !p->has_production)
        ordo_message_remark("--%s: the program was not built with --production: the profile has "
                            "every activation, not samples",
                            option);
}

static void check_inside(const struct session *s, const struct ordo_profile *p) {
    if (!s->request->inside.n || !p->n_processes) return;
    for (uint32_t i = 0; i < p->n_scopes; i++)
        if (p->scopes[i].calls || p->scopes[i].unfinished) return;
    char *names = ordo_words_join(&s->request->inside, ",");
    ordo_message_remark("--inside %s: no routine of this name was active, so nothing was measured: "
                        "write a name as `ordo report` prints it, for C++ as `nm` does",
                        names);
    free(names);
}

static enum ordo_status save(struct session *s, const struct ordo_profile *p, uint32_t pid,
                             bool must_differ, struct ordo_error *error) {
    if (s->request->unsaved) return ORDO_OK;
    char *path =
        output_path(s->request->output ? s->request->output : "ordo.data", pid, must_differ);
    enum ordo_status status = check_output(path, error);
    if (status == ORDO_OK) status = ordo_profile_save(p, path, true, error);
    ordo_progress_clear();
    if (status == ORDO_OK) describe(s, p, path);
    if (status == ORDO_OK) check_production(s, p);
    if (status == ORDO_OK) check_inside(s, p);
    free(path);
    return status;
}

/* Saves one profile of all processes and sets *out to it. */
static enum ordo_status save_together(struct session *s, struct ordo_profile **out,
                                      struct ordo_error *error) {
    ORDO_TRY(build(s, (const char *const *)s->files.v, s->files.n, out, error));
    return save(s, *out, (uint32_t)s->result.pid, false, error);
}

/* Saves one profile for each process. An exec does not begin another process. */
static enum ordo_status save_apart(struct session *s, struct ordo_error *error) {
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0, end; i < s->files.n && status == ORDO_OK; i = end) {
        uint32_t pid = ordo_raw_dir_pid(s->files.v[i]);
        for (end = i + 1; end < s->files.n && ordo_raw_dir_pid(s->files.v[end]) == pid;) end++;
        struct ordo_profile *p = NULL;
        ordo_progress_show(s->files.v[i], i, s->files.n);
        status = build(s, (const char *const *)s->files.v + i, end - i, &p, error);
        if (status == ORDO_OK) status = save(s, p, pid, true, error);
        ordo_profile_free(p);
    }
    ordo_progress_clear();
    return status;
}

/* Prints why the Valgrind tool failed, if it did. Returns whether it failed, which also ended the
 * program. */
static bool tool_failed(struct session *s) {
    struct ordo_valgrind_words words = ordo_valgrind_log_read(s->raw_dir);
    /* An unknown instruction is no failure if the program handles the signal. */
    if (!words.text || (words.of_instructions && s->result.signal != SIGILL)) {
        free(words.text);
        return false;
    }
    s->keep_raw = true;
    ordo_message_remark("Valgrind's messages are in %s", s->raw_dir);
    if (words.of_instructions)
        ordo_message("Valgrind does not support an instruction of the program (%s): compile it "
                     "for an older processor, or with `ordo cc`",
                     words.text);
    else
        ordo_message("the Valgrind tool failed and ended the program: %s: run the program "
                     "without Ordo, or compile it with `ordo cc`",
                     words.text);
    free(words.text);
    return true;
}

static int command_status(const struct session *s) {
    return s->result.signal ? 128 + s->result.signal : s->result.exit_status;
}

/* Prints where raw files are kept. Keeps the user's folder while processes write to it. */
static void say_what_is_kept(struct session *s) {
    if (s->given_dir && s->n_running) {
        s->keep_raw = true;
        ordo_message_remark("%s is kept because %zu process%s still write%s to it: run `ordo "
                            "record --from` again when %s ended",
                            s->raw_dir, s->n_running, s->n_running == 1 ? "" : "es",
                            s->n_running == 1 ? "s" : "",
                            s->n_running == 1 ? "it has" : "they have");
    } else if (s->keep_raw) {
        ordo_message_remark("the raw files are kept: make a profile of them with `ordo record "
                            "--from %s`",
                            s->raw_dir);
    }
}

static int make_profile(struct session *s, struct ordo_profile **profile) {
    struct ordo_error error = {0};
    struct ordo_profile *all = NULL;
    s->advice = ordo_text_format("ordo: the raw files are kept: make a profile of them with "
                                 "`ordo record --from %s`\n",
                                 s->raw_dir);
    ordo_memory_set_advice(s->advice);
    enum ordo_status status = collect(s, &error);
    if (status == ORDO_OK && s->files.n == 0 && s->given_dir)
        status = ordo_error_set(&error, ORDO_BAD_INPUT,
                                "%s: contains no raw file: name a folder that a recording kept",
                                s->given_dir);
    if (status == ORDO_OK && s->files.n == 0 && s->request->production) {
        ordo_message_remark(
            "no profile was written, because no program built for production ran: build "
            "it with `ordo cc --production` (make CC=\"ordo cc --production\")");
        return command_status(s);
    }
    if (status == ORDO_OK && s->files.n == 0) {
        ordo_message_remark("no profile was written, because no instrumented program ran: build "
                            "it with `ordo cc` (make CC=\"ordo cc\")%s",
                            s->request->tree ? "; other programs have no tree"
                            : s->engine.wanted
                                ? ", or install valgrind " ORDO_VALGRIND
                                : ", or record it unmodified with --engine valgrind");
        return command_status(s);
    }
    if (status == ORDO_OK)
        status = s->request->per_process ? save_apart(s, &error) : save_together(s, &all, &error);
    if (status == ORDO_OK && profile)
        *profile = all;
    else
        ordo_profile_free(all);
    s->keep_raw |= status != ORDO_OK && s->files.n > 0;
    say_what_is_kept(s);
    if (status != ORDO_OK) return fail(&error);
    return command_status(s);
}

/* Removes the settings from the program's environment, because the Valgrind tool gets them as
 * options, also after fork and exec. The program then sees the same environment as without Ordo,
 * and a runtime linked into it does not record it a second time. */
static void empty_environment(struct ordo_words *environment) {
    for (size_t i = 0; i < environment->n; i++)
        environment->v[i][strcspn(environment->v[i], "=")] = 0;
    ordo_words_add(environment, "ORDO_RAW_DIR");
}

static int record(struct session *s, struct ordo_profile **profile) {
    struct ordo_error error = {0};
    const char *output = s->request->output ? s->request->output : "ordo.data";
    if (ordo_recording_settings_read(s->request, &s->settings, &error) != ORDO_OK ||
        check_output(output, &error) != ORDO_OK ||
        ordo_scratch_dir_new(output, "raw", &s->raw_dir, &error) != ORDO_OK)
        return fail(&error);

    const char *engine = s->request->production ? "compiled" : s->request->engine;
    if (ordo_engine_choose(engine, s->argv, s->settings.environment.v, s->raw_dir, &s->engine,
                           &error) != ORDO_OK ||
        ordo_recording_settings_check_engine(&s->settings, s->engine.valgrind, &error) != ORDO_OK)
        return fail(&error);
    if (s->engine.follows) {
        empty_environment(&s->settings.environment);
    } else {
        ordo_words_addf(&s->settings.environment, "ORDO_RAW_DIR=%s", s->raw_dir);
        ordo_words_add(&s->settings.environment, "ORDO_RECORDER=1");
    }
    char **command = s->engine.valgrind ? s->engine.argv.v : s->argv;
    unsigned how =
        ORDO_LAUNCH_FINISHES | (s->engine.valgrind ? (unsigned)ORDO_LAUNCH_STOPS_BY_FORCE : 0);
    if (ordo_launch(command, s->settings.environment.v, how, &s->result, &error) != ORDO_OK) {
        ordo_message("%s", error.message);
        if (s->result.exec_errno == ENOENT) return ORDO_RECORDING_NOT_FOUND;
        return s->result.exec_errno ? ORDO_RECORDING_CANNOT_RUN : ORDO_RECORDING_FAILED;
    }
    int status = make_profile(s, profile);
    return s->engine.valgrind && tool_failed(s) ? ORDO_RECORDING_FAILED : status;
}

static void finish(struct session *s, bool remove_raw) {
    ordo_memory_set_advice(NULL);
    free(s->advice);
    if (s->raw_dir && remove_raw && !s->keep_raw) ordo_raw_dir_remove(s->raw_dir);
    ordo_recording_settings_done(&s->settings);
    ordo_engine_choice_done(&s->engine);
    ordo_words_done(&s->files);
    free(s->running);
    free(s->raw_dir);
}

/* The folder is removed only after its whole profile was saved. */
int ordo_recording_recover(const struct ordo_recording *r, const char *raw_dir) {
    struct session s = {.request = r, .given_dir = raw_dir, .raw_dir = realpath(raw_dir, NULL)};
    struct ordo_error error = {0};
    int status;
    ordo_memory_set_status(ORDO_RECORDING_FAILED);
    if (!s.raw_dir) {
        ordo_error_set(&error, ORDO_ENVIRONMENT, "%s: %s: name a folder that a recording kept",
                       raw_dir, strerror(errno));
        return fail(&error);
    }
    s.result.exit_status = -1;
    const char *output = r->output ? r->output : "ordo.data";
    if ((!r->per_process &&
         ordo_output_check_place(output, "-o", ORDO_OUTPUT_RENAMED, &error) != ORDO_OK) ||
        ordo_recording_settings_read(r, &s.settings, &error) != ORDO_OK)
        status = fail(&error);
    else
        status = make_profile(&s, NULL);
    bool made = status == s.result.exit_status && s.files.n > 0;
    finish(&s, made);
    return made ? 0 : ORDO_RECORDING_FAILED;
}

static enum ordo_status read_pid(const char *text, pid_t *pid, struct ordo_error *error) {
    char *end;
    long n = strtol(text, &end, 10);
    if (end == text || *end || n <= 0 || n > INT32_MAX)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--pid %s: not a process id; write the number that `ps` shows", text);
    *pid = (pid_t)n;
    return ORDO_OK;
}

/* Prints what the recording of a running process lacks. */
static void describe_attached(const struct session *s, const struct ordo_attached_recording *a,
                              pid_t pid) {
    if (!a->began)
        ordo_message("process %d did not notice the request: meanwhile it %s; record it for longer "
                     "with --for",
                     (int)pid, a->ended ? "ended" : "was at no loop or recursion with a gate");
    else if (a->ended && !s->request->quiet)
        ordo_message_remark("process %d ended while it was recorded", (int)pid);
}

static int record_attached(struct session *s, struct ordo_attachment *attachment, pid_t pid,
                           uint64_t for_ms) {
    const struct ordo_recording *r = s->request;
    const char *output = r->output ? r->output : "ordo.data";
    struct ordo_error error = {0};
    if (check_output(output, &error) != ORDO_OK ||
        ordo_scratch_dir_new(output, "raw", &s->raw_dir, &error) != ORDO_OK)
        return fail(&error);
    ordo_interruption_catch(NULL);
    struct ordo_attached_recording a = {.raw_dir = s->raw_dir,
                                        .rate = r->rate,
                                        .budget = r->budget,
                                        .log = r->log,
                                        .for_ms = for_ms,
                                        .stop = &ordo_interruption};
    if (ordo_attachment_record(attachment, &a, &error) != ORDO_OK) return fail(&error);
    describe_attached(s, &a, pid);
    if (!a.began) return ORDO_RECORDING_FAILED;
    s->result = (struct ordo_launch_result){
        .pid = pid, .exit_status = -1, .start_ns = a.start_ns, .end_ns = a.end_ns};
    int status = make_profile(s, NULL);
    return status == s->result.exit_status ? 0 : status;
}

int ordo_recording_attach(const struct ordo_recording *r) {
    struct session s = {.request = r};
    struct ordo_attachment attachment = {0};
    struct ordo_error error = {0};
    uint64_t for_ms = 0;
    pid_t pid = 0;
    ordo_memory_set_status(ORDO_RECORDING_FAILED);
    enum ordo_status status = read_pid(r->pid, &pid, &error);
    if (status == ORDO_OK && r->duration && (!ordo_duration_read(r->duration, &for_ms) || !for_ms))
        status = ordo_error_set(&error, ORDO_BAD_INPUT,
                                "--for %s: not a time; write one such as 30s, 500ms, 5m or 1h",
                                r->duration);
    if (status == ORDO_OK) status = ordo_recording_settings_read(r, &s.settings, &error);
    if (status == ORDO_OK) status = ordo_attach(pid, r->control, &attachment, &error);
    if (status != ORDO_OK) {
        finish(&s, true);
        return fail(&error);
    }
    int result = record_attached(&s, &attachment, pid, for_ms);
    ordo_attachment_end(&attachment);
    finish(&s, true);
    return result;
}

int ordo_recording_run(const struct ordo_recording *r, char **argv, struct ordo_profile **profile) {
    struct session s = {.request = r, .argv = argv};
    ordo_memory_set_status(ORDO_RECORDING_FAILED);
    if (profile) *profile = NULL;
    int status = record(&s, profile);
    finish(&s, true);
    return status;
}

void ordo_recording_done(struct ordo_recording *r) {
    ordo_words_done(&r->costs);
    ordo_words_done(&r->features);
}
