/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "cli/lab_watch.h"

#include "base/memory.h"
#include "cli/interruption.h"
#include "cli/message.h"
#include "cli/open_page.h"
#include "watch/file_watch.h"
#include "watch/page_server.h"

#include <stdio.h>
#include <stdlib.h>

/* An editor's save is several events. A round begins when there were none for this time. */
enum { SETTLE_MS = 100 };

struct watching {
    struct ordo_lab_request request;
    struct ordo_page_server *server;
    struct ordo_file_watch *files;
};

static enum ordo_status serve(struct watching *w, struct ordo_error *error) {
    FILE *f = fopen(w->request.html, "rbe");
    long n = f && fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
    char *bytes = n >= 0 ? ordo_memory_new((size_t)n + 1, 1) : NULL;
    if (bytes) rewind(f);
    bool ok = bytes && fread(bytes, 1, (size_t)n, f) == (size_t)n;
    if (ok) ordo_page_server_update(w->server, bytes, (size_t)n);
    free(bytes);
    if (f) fclose(f);
    if (ok) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read again", w->request.html);
}

/* Runs a round and serves its page. Prints errors in the sources and succeeds, so that the watch
 * goes on; returns other errors. */
static enum ordo_status run_round(struct watching *w, struct ordo_error *error) {
    struct ordo_lab_outcome outcome;
    enum ordo_status status = ordo_lab_round_run(&w->request, &outcome, error);
    for (size_t i = 0; i < outcome.files.n; i++)
        if (status == ORDO_OK) status = ordo_file_watch_add(w->files, outcome.files.v[i], error);
    ordo_words_done(&outcome.files);
    if (status == ORDO_OK && !outcome.interrupted) status = serve(w, error);
    if (status != ORDO_BAD_INPUT) return status;
    ordo_message("%s", error->message);
    return ORDO_OK;
}

static bool saved(const struct watching *w) {
    bool any = false;
    while (ordo_file_watch_take(w->files)) any = true;
    return any;
}

static enum ordo_status wait_for_save(struct watching *w, struct ordo_error *error) {
    enum ordo_page_server_woke woke;
    int also = ordo_file_watch_descriptor(w->files);
    bool any = saved(w); /* during the last round */
    while (!any && !ordo_interruption) {
        ORDO_TRY(ordo_page_server_step(w->server, 1000, also, &ordo_interruption, &woke, error));
        any = saved(w);
    }
    while (any && !ordo_interruption) {
        ORDO_TRY(ordo_page_server_step(w->server, SETTLE_MS, -1, &ordo_interruption, &woke, error));
        if (!saved(w)) break;
    }
    return ORDO_OK;
}

static enum ordo_status watch(struct watching *w, bool open_page, struct ordo_error *error) {
    ordo_interruption_catch(NULL);
    ORDO_TRY(ordo_page_server_open(&w->server, error));
    ORDO_TRY(ordo_file_watch_open(&w->files, error));
    w->request.server = w->server;
    for (size_t i = 0; i < w->request.files.n; i++)
        ORDO_TRY(ordo_file_watch_add(w->files, w->request.files.v[i], error));
    ORDO_TRY(run_round(w, error));
    /* Nothing follows the address, so that terminals make a link of nothing else. */
    ordo_message_remark("the page is updated after each save, until Ctrl-C: %s",
                        ordo_page_server_url(w->server));
    if (open_page) ORDO_TRY(ordo_open_page(ordo_page_server_url(w->server), error));
    while (!ordo_interruption) {
        ORDO_TRY(wait_for_save(w, error));
        if (!ordo_interruption) ORDO_TRY(run_round(w, error));
    }
    return ORDO_OK;
}

int ordo_lab_watch(const struct ordo_lab_request *request, bool open_page) {
    struct watching w = {.request = *request};
    struct ordo_error error = {0};
    enum ordo_status status = watch(&w, open_page, &error);
    ordo_file_watch_close(w.files);
    ordo_page_server_close(w.server);
    return status == ORDO_OK ? 0 : ordo_message_error(&error);
}
