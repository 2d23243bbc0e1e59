/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cli/lab_round.h"

#include "cli/display.h"
#include "cli/install_path.h"
#include "cli/interruption.h"
#include "cli/message.h"
#include "cli/page_file.h"
#include "cli/progress.h"
#include "report/export/lab_csv.h"
#include "report/json/lab_json.h"
#include "report/page/html_lab.h"
#include "report/terminal/lab_table.h"
#include "run/scratch_dir.h"

#include <stdio.h>
#include <stdlib.h>

static void show_progress(const struct ordo_lab_session *s) {
    size_t done, total;
    const struct ordo_lab_experiment *e = ordo_lab_session_current(s);
    ordo_lab_session_progress(s, &done, &total);
    if (e) ordo_progress_show(e->id, done, total);
}

static enum ordo_status run_all(struct ordo_lab_session *s, struct ordo_page_server *server,
                                struct ordo_error *error) {
    enum ordo_status status = ORDO_OK;
    enum ordo_page_server_woke woke;
    const struct ordo_lab_experiment *e;
    while (status == ORDO_OK && !ordo_interruption && (e = ordo_lab_session_current(s))) {
        show_progress(s);
        status = ordo_lab_session_step(s, error);
        if (server && status == ORDO_OK)
            status = ordo_page_server_step(server, 0, -1, NULL, &woke, error);
        if (e->end != ORDO_LAB_OK) {
            ordo_progress_clear();
            ordo_message_remark("%s: %s", e->id, e->why);
        }
    }
    ordo_progress_clear();
    return status;
}

static enum ordo_status page_writer(FILE *out, const void *data, struct ordo_error *error) {
    return ordo_html_lab_write(out, data, error);
}

static enum ordo_status print_table(const struct ordo_lab_request *q, const struct ordo_lab *lab,
                                    struct ordo_error *error) {
    struct ordo_display display = {.color = q->color};
    struct ordo_table_options fitted;
    ORDO_TRY(ordo_display_fit(&display, stdout, &fitted, error));
    struct ordo_lab_table_options options = {
        .limit = 5, .width = fitted.width, .color = fitted.color, .ascii = fitted.ascii};
    return ordo_lab_table_write(stdout, lab, &options, error);
}

static enum ordo_status write_all(const struct ordo_lab_request *q, const struct ordo_lab *lab,
                                  struct ordo_error *error) {
    char *name = ordo_words_join(&q->files, " ");
    struct ordo_html_lab page = {.lab = lab, .name = name, .with_sources = true};
    enum ordo_status status = ordo_page_file_place(q->html, page_writer, &page, error);
    free(name);
    if (status != ORDO_OK) return status;
    switch (q->format) {
    case ORDO_LAB_JSON:
        return ordo_lab_json_write(stdout, lab, error);
    case ORDO_LAB_CSV:
        return ordo_lab_csv_write(stdout, lab, error);
    default:
        return q->quiet ? ORDO_OK : print_table(q, lab, error);
    }
}

static enum ordo_status run_in(struct ordo_arena *arena, const char *scratch,
                               const struct ordo_lab_request *q, struct ordo_lab_outcome *outcome,
                               struct ordo_error *error) {
    struct ordo_lab_sources sources = {.files = &q->files,
                                       .flags = &q->flags,
                                       .lib_dir = ordo_install_lib_dir(),
                                       .sanitize = q->sanitize};
    struct ordo_lab_program program = {0};
    struct ordo_lab_session *s = NULL;
    const struct ordo_lab *lab = NULL;
    if (!sources.lib_dir)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "/proc/self/exe: cannot be read: set ORDO_LIB_DIR to Ordo's folder "
                              "lib/ordo");
    enum ordo_status status = ordo_lab_build(arena, &sources, scratch, &program, error);
    if (status == ORDO_OK) {
        ordo_interruption_catch(NULL);
        status = ordo_lab_session_open(arena, &program, &q->settings, scratch, &s, error);
    }
    if (status == ORDO_OK) status = run_all(s, q->server, error);
    outcome->interrupted = ordo_interruption != 0;
    if (status == ORDO_OK && !outcome->interrupted) lab = ordo_lab_session_finish(s);
    if (lab) status = write_all(q, lab, error);
    for (size_t i = 0; lab && i < lab->n_experiments; i++)
        outcome->all_ok &= lab->experiments[i].end == ORDO_LAB_OK;
    for (size_t i = 0; i < program.constructs.n_files; i++)
        ordo_words_add(&outcome->files, program.constructs.files[i]);
    ordo_lab_session_close(s);
    ordo_constructs_done(&program.constructs);
    return status;
}

enum ordo_status ordo_lab_round_run(const struct ordo_lab_request *q,
                                    struct ordo_lab_outcome *outcome, struct ordo_error *error) {
    const char *folder = getenv("TMPDIR");
    char *scratch = NULL, beside[4096];
    *outcome = (struct ordo_lab_outcome){.all_ok = true};
    snprintf(beside, sizeof beside, "%s/ordo", folder && *folder ? folder : "/tmp");
    struct ordo_arena *arena = ordo_arena_new();
    enum ordo_status status = ordo_scratch_dir_new(beside, "lab", &scratch, error);
    if (status == ORDO_OK) status = run_in(arena, scratch, q, outcome, error);
    if (scratch) ordo_scratch_dir_remove(scratch);
    free(scratch);
    ordo_arena_free(arena);
    return status;
}
