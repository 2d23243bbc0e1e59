/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * serve_page.c: `serve_page FILE` serves FILE, prints its address, and serves the new contents
 * whenever it is saved, until SIGTERM. This is the loop of `ordo lab --watch` without the
 * laboratory.
 */
#include "watch/file_watch.h"
#include "watch/page_server.h"

#include <stdio.h>
#include <stdlib.h>

static volatile sig_atomic_t stop;

static void on_signal(int number) {
    stop = number;
}

static enum ordo_status serve(struct ordo_page_server *s, const char *file,
                              struct ordo_error *error) {
    static char page[1 << 22];
    FILE *f = fopen(file, "r");
    if (!f) return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read", file);
    size_t n = fread(page, 1, sizeof page, f);
    fclose(f);
    ordo_page_server_update(s, page, n);
    return ORDO_OK;
}

static enum ordo_status loop(struct ordo_page_server *s, struct ordo_file_watch *w,
                             const char *file, struct ordo_error *error) {
    ORDO_TRY(ordo_file_watch_add(w, file, error));
    ORDO_TRY(serve(s, file, error));
    printf("%s\n", ordo_page_server_url(s));
    fflush(stdout);
    for (;;) {
        enum ordo_page_server_woke woke;
        ORDO_TRY(ordo_page_server_step(s, -1, ordo_file_watch_descriptor(w), &stop, &woke, error));
        if (woke == ORDO_WOKE_STOP) return ORDO_OK;
        if (ordo_file_watch_take(w)) ORDO_TRY(serve(s, file, error));
    }
}

int main(int argc, char **argv) {
    struct ordo_page_server *s = NULL;
    struct ordo_file_watch *w = NULL;
    struct ordo_error e;
    if (argc != 2) return fprintf(stderr, "usage: serve_page FILE\n"), 2;
    signal(SIGTERM, on_signal);
    enum ordo_status status = ordo_page_server_open(&s, &e);
    if (status == ORDO_OK) status = ordo_file_watch_open(&w, &e);
    if (status == ORDO_OK) status = loop(s, w, argv[1], &e);
    if (status != ORDO_OK) fprintf(stderr, "serve_page: %s\n", e.message);
    ordo_file_watch_close(w);
    ordo_page_server_close(s);
    return ordo_status_exit(status);
}
