/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * trend_plan.c: reads the options and lists the workloads.
 *
 * Workloads are in the order of their names, of the list, or of the scans (the last scan varies
 * fastest), and so are all results. A word of the command becomes one argument, whatever values
 * replace its placeholders.
 */
#include "workloads/trend_plan.h"

#include "base/byte_size.h"
#include "base/command_words.h"
#include "base/memory.h"
#include "base/stream.h"
#include "base/text.h"
#include "base/vector.h"
#include "trend/scan.h"
#include "workloads/trend_features.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_WORKLOADS = 1000000, MOST_JOBS = 1024 };

static void add_file(struct ordo_trend_plan *p, size_t *capacity, const char *name,
                     const char *path) {
    p->workloads =
        ordo_vector_reserve(p->workloads, capacity, p->n_workloads + 1, sizeof *p->workloads);
    p->workloads[p->n_workloads++] =
        (struct ordo_plan_workload){.name = ordo_memory_copy(name), .file = ordo_memory_copy(path)};
}

static int no_dots(const struct dirent *e) {
    return strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
}

/* Adds the regular files below `folder`, and links to such files. below: prefix of their names, the
 * path from the workloads' folder. */
static enum ordo_status add_folder(struct ordo_trend_plan *p, size_t *capacity, const char *folder,
                                   const char *below, struct ordo_error *error) {
    struct dirent **entries;
    int n = scandir(folder, &entries, no_dots, alphasort);
    if (n < 0)
        return ordo_error_set(
            error, ORDO_ENVIRONMENT,
            "--workloads %s: cannot be read: %s: name a folder of files, or a list", folder,
            strerror(errno));
    enum ordo_status status = ORDO_OK;
    for (int i = 0; i < n; i++) {
        char *path = ordo_text_format("%s/%s", folder, entries[i]->d_name);
        char *name = ordo_text_format("%s%s", below, entries[i]->d_name);
        struct stat st, link;
        if (status == ORDO_OK && stat(path, &st) == 0 && lstat(path, &link) == 0) {
            if (S_ISREG(st.st_mode)) add_file(p, capacity, name, path);
            if (S_ISDIR(link.st_mode)) {
                char *inner = ordo_text_format("%s/", name);
                status = add_folder(p, capacity, path, inner, error);
                free(inner);
            }
        }
        free(path);
        free(name);
        free(entries[i]);
    }
    free(entries);
    return status;
}

static enum ordo_status add_list(struct ordo_trend_plan *p, size_t *capacity, const char *list,
                                 struct ordo_error *error) {
    FILE *f = fopen(list, "re");
    if (!f)
        return ordo_error_set(
            error, ORDO_ENVIRONMENT,
            "--workloads %s: %s: name a folder of files, or a file with one path in "
            "each line",
            list, strerror(errno));
    char *line = NULL;
    size_t room = 0, number = 0;
    enum ordo_status status = ORDO_OK;
    for (ssize_t n; status == ORDO_OK && (n = ordo_stream_line(f, &line, &room)) >= 0;) {
        number++;
        while (n > 0 && (line[n - 1] == '\n' || line[n - 1] == '\r')) line[--n] = 0;
        if (!n || *line == '#') continue;
        struct stat st;
        char *path = realpath(line, NULL);
        if (!path || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
            status =
                ordo_error_set(error, ORDO_BAD_INPUT,
                               "--workloads %s: line %zu: %.300s: not a file: write one path in "
                               "each line, relative to the current directory",
                               list, number, line);
        else
            add_file(p, capacity, line, path);
        free(path);
    }
    free(line);
    fclose(f);
    return status;
}

/* Makes a workload of every folder in `folder`. Files beside them may be .gcno files. */
static enum ordo_status make_gcov(struct ordo_trend_plan *p, const char *folder,
                                  struct ordo_error *error) {
    struct dirent **entries;
    size_t capacity = 0;
    p->gcov = true;
    p->notes = realpath(folder, NULL);
    int n = p->notes ? scandir(p->notes, &entries, no_dots, alphasort) : -1;
    if (n < 0)
        return ordo_error_set(
            error, ORDO_ENVIRONMENT,
            "--gcov %s: cannot be read: %s: name a folder with a folder for each workload", folder,
            strerror(errno));
    for (int i = 0; i < n; i++) {
        struct stat st;
        char *path = ordo_text_format("%s/%s", p->notes, entries[i]->d_name);
        if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            add_file(p, &capacity, entries[i]->d_name, path);
        free(path);
        free(entries[i]);
    }
    free(entries);
    if (p->n_workloads) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--gcov %s: contains no folders: put the .gcda files of each workload "
                          "into a folder",
                          folder);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static enum ordo_status check_names(const struct ordo_trend_plan *p, struct ordo_error *error) {
    char **names = ordo_memory_new(p->n_workloads + 1, sizeof *names);
    const char *twice = NULL;
    for (size_t i = 0; i < p->n_workloads; i++) names[i] = p->workloads[i].name;
    if (p->n_workloads) qsort(names, p->n_workloads, sizeof *names, by_name);
    for (size_t i = 1; i < p->n_workloads && !twice; i++)
        if (strcmp(names[i - 1], names[i]) == 0) twice = names[i];
    free(names);
    if (!twice) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "workload %s: given twice: drop one", twice);
}

static enum ordo_status make_files(struct ordo_trend_plan *p, const char *workloads,
                                   struct ordo_error *error) {
    struct stat st;
    size_t capacity = 0;
    char *path = realpath(workloads, NULL);
    enum ordo_status status;
    if (path && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        status = add_folder(p, &capacity, path, "", error);
    else
        status = add_list(p, &capacity, workloads, error);
    free(path);
    if (status == ORDO_OK && !p->n_workloads)
        status = ordo_error_set(error, ORDO_BAD_INPUT,
                                "--workloads %s: contains no files: name another folder or list",
                                workloads);
    return status == ORDO_OK ? check_names(p, error) : status;
}

static void name_combination(const struct ordo_trend_plan *p, struct ordo_plan_workload *w) {
    struct ordo_text t = {0};
    for (size_t s = 0; s < p->scan_names.n; s++)
        ordo_text_print(&t, "%s%s=%s", s ? " " : "", p->scan_names.v[s], w->texts[s]);
    w->name = ordo_text_take(&t);
}

static enum ordo_status make_combinations(struct ordo_trend_plan *p, const struct ordo_scan *scans,
                                          size_t n, struct ordo_error *error) {
    size_t total = 1;
    for (size_t s = 0; s < n; s++)
        if ((total *= scans[s].n) > MOST_WORKLOADS)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--scan: more than %d workloads: scan fewer values",
                                  MOST_WORKLOADS);
    p->workloads = ordo_memory_new(total, sizeof *p->workloads);
    p->n_workloads = total;
    for (size_t i = 0; i < total; i++) {
        struct ordo_plan_workload *w = &p->workloads[i];
        w->texts = ordo_memory_new(n + 1, sizeof *w->texts);
        size_t rest = i;
        for (size_t s = n; s-- > 0; rest /= scans[s].n) {
            w->texts[s] = ordo_memory_new(ORDO_SCAN_NUMERAL, 1);
            ordo_scan_numeral(w->texts[s], scans[s].values[rest % scans[s].n]);
        }
        name_combination(p, w);
    }
    return check_names(p, error);
}

static enum ordo_status make_scans(struct ordo_trend_plan *p, const struct ordo_words *texts,
                                   struct ordo_error *error) {
    struct ordo_scan *scans = ordo_memory_new(texts->n, sizeof *scans);
    enum ordo_status status = ORDO_OK;
    size_t n = 0;
    for (; n < texts->n && status == ORDO_OK; n++) {
        status = ordo_scan_read(texts->v[n], &scans[n], error);
        if (status != ORDO_OK) break;
        ordo_words_add(&p->scan_names, scans[n].name);
        for (size_t k = 0; k < n && status == ORDO_OK; k++)
            if (strcmp(scans[k].name, scans[n].name) == 0)
                status = ordo_error_set(
                    error, ORDO_BAD_INPUT,
                    "--scan %s: an earlier --scan has this name: choose another", texts->v[n]);
    }
    if (status == ORDO_OK) status = make_combinations(p, scans, n, error);
    for (size_t s = 0; s < texts->n; s++) ordo_scan_done(&scans[s]);
    free(scans);
    return status;
}

static enum ordo_status read_limits(const struct ordo_trend_request *r, struct ordo_trend_plan *p,
                                    struct ordo_error *error) {
    char *end;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    p->jobs = cores > 0 ? (size_t)cores : 1;
    if (r->jobs) {
        unsigned long n = strtoul(r->jobs, &end, 10);
        if (end == r->jobs || *end || *r->jobs == '-' || !n || n > MOST_JOBS)
            return ordo_error_set(error, ORDO_BAD_INPUT, "--jobs %s: not a number from 1 to %d",
                                  r->jobs, MOST_JOBS);
        p->jobs = n;
        p->jobs_given = true;
    }
    if (r->timeout) {
        double seconds = strtod(r->timeout, &end);
        if (end == r->timeout || *end || !(seconds > 0 && seconds < 1e9))
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--timeout %s: not a number of seconds above 0", r->timeout);
        p->timeout_ms = (uint64_t)ceil(seconds * 1000);
    }
    if (r->memory && (!ordo_byte_size_read(r->memory, &p->memory_bytes) || !p->memory_bytes))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--memory %s: not a size; write a number of bytes, such as 512M",
                              r->memory);
    return ORDO_OK;
}

static enum ordo_status read_input(const char *text, struct ordo_trend_plan *p,
                                   struct ordo_error *error) {
    if (!text) return ORDO_OK;
    p->input = strchr(text, '{') ? ordo_memory_copy(text) : realpath(text, NULL);
    if (!p->input)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--stdin %s: %s: name a file, or write {} for the workload's file",
                              text, strerror(errno));
    return ORDO_OK;
}

static enum ordo_status read_launcher(const char *text, struct ordo_trend_plan *p,
                                      struct ordo_error *error) {
    if (!text) return ORDO_OK;
    size_t n = strlen("slurm");
    if (strncmp(text, "slurm", n) == 0 && (!text[n] || text[n] == ' ')) {
        p->slurm = true;
        if (!text[n + strspn(text + n, " ")] || ordo_command_words_add(&p->launcher, text + n))
            return ORDO_OK;
        return ordo_error_set(error, ORDO_BAD_INPUT, "--launcher %s: unclosed quote", text);
    }
    if (!ordo_command_words_add(&p->launcher, text) || !strstr(text, "{}"))
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "--launcher %s: unclosed quote, or no {}: write slurm, or a command with "
            "{} for the workload's script",
            text);
    return ORDO_OK;
}

static bool is_in_path(const char *name) {
    struct ordo_words folders = {0};
    const char *path = getenv("PATH");
    bool found = false;
    ordo_words_add_split(&folders, path ? path : "/usr/bin:/bin", ':');
    for (size_t i = 0; i < folders.n && !found; i++) {
        char *file = ordo_text_format("%s/%s", folders.v[i], name);
        found = access(file, X_OK) == 0;
        free(file);
    }
    ordo_words_done(&folders);
    return found;
}

/* Stores the command. A path of the program becomes absolute, because workloads run elsewhere. */
static enum ordo_status take_command(struct ordo_trend_plan *p, char **argv,
                                     struct ordo_error *error) {
    size_t n = 0;
    while (argv[n]) n++;
    p->argv = ordo_memory_new(n + 1, sizeof *p->argv);
    for (size_t i = 0; i < n; i++) p->argv[i] = ordo_memory_copy(argv[i]);
    if (!strchr(argv[0], '/')) {
        if (is_in_path(argv[0])) return ORDO_OK;
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "%s: not found in PATH: write ./%s if it is in this folder", argv[0],
                              argv[0]);
    }
    char *path = realpath(argv[0], NULL);
    if (!path)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: %s: name the program to run", argv[0],
                              strerror(errno));
    free(p->argv[0]);
    p->argv[0] = path;
    return ORDO_OK;
}

/* Returns an error for options that say how to run a program, because --gcov runs none. */
static enum ordo_status check_gcov(const struct ordo_trend_request *r, char **argv,
                                   struct ordo_error *error) {
    const char *what = argv[0]         ? argv[0]
                       : r->workloads  ? "--workloads"
                       : r->scans.n    ? "--scan"
                       : r->printed.n  ? "--printed"
                       : r->input      ? "--stdin"
                       : r->launcher   ? "--launcher"
                       : r->timeout    ? "--timeout"
                       : r->memory     ? "--memory"
                       : r->any_status ? "--any-status"
                       : r->link       ? "--link"
                                       : NULL;
    if (!what) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "%s: --gcov runs no program: drop one of them",
                          what);
}

static bool has_placeholder(const struct ordo_trend_plan *p, const char *text) {
    bool found = p->input && strstr(p->input, text);
    for (char **a = p->argv; *a && !found; a++) found = strstr(*a, text) != NULL;
    return found;
}

/* Returns an error if the command does not use the workload. */
static enum ordo_status check_placeholders(const struct ordo_trend_plan *p,
                                           struct ordo_error *error) {
    if (!p->scan_names.n && !has_placeholder(p, "{}"))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: the command has no {}: write {} for the workload's file, or add "
                              "--stdin {}",
                              p->argv[0]);
    for (size_t s = 0; s < p->scan_names.n; s++) {
        struct ordo_text t = {0};
        ordo_text_print(&t, "{%s}", p->scan_names.v[s]);
        bool found = has_placeholder(p, t.bytes);
        ordo_text_done(&t);
        if (!found)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "--scan %s: the command has no {%s}: write it for the value",
                                  p->scan_names.v[s], p->scan_names.v[s]);
    }
    return ORDO_OK;
}

static enum ordo_status make(const struct ordo_trend_request *r, char **argv,
                             struct ordo_trend_plan *p, struct ordo_error *error) {
    p->any_status = r->any_status;
    p->link = r->link;
    ORDO_TRY(read_limits(r, p, error));
    if (r->gcov) {
        ORDO_TRY(check_gcov(r, argv, error));
        ORDO_TRY(make_gcov(p, r->gcov, error));
        p->argv = ordo_memory_new(3, sizeof *p->argv);
        p->argv[0] = ordo_memory_copy("--gcov");
        p->argv[1] = ordo_memory_copy(p->notes);
        return ordo_trend_features_make(r, p, error);
    }
    ORDO_TRY(read_input(r->input, p, error));
    ORDO_TRY(read_launcher(r->launcher, p, error));
    ORDO_TRY(take_command(p, argv, error));
    if (!r->workloads == !r->scans.n)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "add either --workloads or --scan, for the workloads to run");
    ORDO_TRY(r->workloads ? make_files(p, r->workloads, error) : make_scans(p, &r->scans, error));
    ORDO_TRY(check_placeholders(p, error));
    return ordo_trend_features_make(r, p, error);
}

enum ordo_status ordo_trend_plan_make(const struct ordo_trend_request *r, char **argv,
                                      struct ordo_trend_plan *out, struct ordo_error *error) {
    *out = (struct ordo_trend_plan){0};
    enum ordo_status status = make(r, argv, out, error);
    if (status != ORDO_OK) ordo_trend_plan_done(out);
    return status;
}

void ordo_trend_plan_done(struct ordo_trend_plan *p) {
    for (size_t i = 0; i < p->n_workloads; i++) {
        struct ordo_plan_workload *w = &p->workloads[i];
        for (size_t s = 0; w->texts && s < p->scan_names.n; s++) free(w->texts[s]);
        free(w->texts);
        free(w->values);
        free(w->name);
        free(w->file);
    }
    for (size_t f = 0; f < p->n_features; f++) {
        free(p->features[f].name);
        free(p->features[f].file);
        ordo_words_done(&p->features[f].command);
    }
    for (char **a = p->argv; a && *a; a++) free(*a);
    free(p->argv);
    free(p->features);
    free(p->workloads);
    ordo_words_done(&p->scan_names);
    ordo_words_done(&p->launcher);
    free(p->input);
    free(p->notes);
    *p = (struct ordo_trend_plan){0};
}

static void add_words(struct ordo_text *t, char *const *words) {
    for (; words && *words; words++) {
        if (t->n && t->bytes[t->n - 1] != '\n') ordo_text_add(t, " ");
        ordo_text_add_quoted(t, *words);
    }
}

char *ordo_trend_plan_command(const struct ordo_trend_plan *p) {
    struct ordo_text t = {0};
    add_words(&t, p->argv);
    return ordo_text_take(&t);
}

/* Adds the size and modification time of a file. */
static void add_file_state(struct ordo_text *t, const char *path) {
    struct stat st;
    if (stat(path, &st) == 0)
        ordo_text_print(t, " %lld %lld.%09ld", (long long)st.st_size, (long long)st.st_mtim.tv_sec,
                        st.st_mtim.tv_nsec);
    ordo_text_add(t, "\n");
}

char *ordo_trend_plan_key(const struct ordo_trend_plan *p) {
    struct ordo_text t = {0};
    add_words(&t, p->argv);
    add_file_state(&t, p->argv[0]);
    if (p->input) ordo_text_print(&t, "stdin %s\n", p->input);
    ordo_text_print(&t, "limits %llu %llu %d %d\n", (unsigned long long)p->timeout_ms,
                    (unsigned long long)p->memory_bytes, p->any_status, p->link);
    for (size_t f = 0; f < p->n_features; f++) {
        const struct ordo_plan_feature *x = &p->features[f];
        ordo_text_print(&t, "feature %s %d %s:%u\n", x->name, x->source, x->file ? x->file : "",
                        x->line);
        add_words(&t, x->command.v);
    }
    for (size_t i = 0; i < p->n_workloads; i++) {
        const struct ordo_plan_workload *w = &p->workloads[i];
        ordo_text_print(&t, "\nworkload %s", w->name);
        if (w->file) add_file_state(&t, w->file);
        for (size_t f = 0; f < p->n_features; f++)
            if (!isnan(w->values[f])) ordo_text_print(&t, " %.17g", w->values[f]);
    }
    return ordo_text_take(&t);
}
