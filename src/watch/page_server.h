/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_server.h: serves one HTML page on 127.0.0.1; browsers reload it when it changes.
 *
 * Access:  only with the address, which has 128 random bits, and with 127.0.0.1 or localhost in
 *          the Host header, so that no other name that resolves to 127.0.0.1 can read the page.
 *          Only GET and HEAD of the page and of its changes are allowed
 * Shapes:  at most ORDO_PAGE_SERVER_CLIENTS connections; one more replaces the connection that
 *          has waited longest with an incomplete request. A client without progress is dropped
 *          after a minute; clients do not delay each other
 * Errors:  ORDO_ENVIRONMENT if there is no socket
 * Memory:  the server owns copies of the pages
 * Threads: one server, one thread; everything happens in ordo_page_server_step
 */
#ifndef ORDO_PAGE_SERVER_H
#define ORDO_PAGE_SERVER_H

#include "base/status.h"

#include <signal.h>
#include <stddef.h>

#define ORDO_PAGE_SERVER_CLIENTS 32

struct ordo_page_server;

/* Why a step ended. */
enum ordo_page_server_woke {
    ORDO_WOKE_TIME, /* the time has passed */
    ORDO_WOKE_STOP, /* *stop was set */
    ORDO_WOKE_ALSO, /* `also` is readable */
};

/* Listens on a port that the system chooses. Until the first update, it serves a page that says
 * that the page is not ready yet. */
enum ordo_status ordo_page_server_open(struct ordo_page_server **out, struct ordo_error *error);

/* Returns "http://127.0.0.1:PORT/TOKEN/", valid as long as the server. */
const char *ordo_page_server_url(const struct ordo_page_server *s);

/* Replaces the page. The served copy gets a script that reloads it when it changes, and a
 * Content-Security-Policy that allows this. */
void ordo_page_server_update(struct ordo_page_server *s, const char *bytes, size_t n);

/* Serves for `milliseconds` (-1: no limit), or until the descriptor `also` (-1: none) is readable,
 * or until *stop is set (stop may be NULL), which is noticed within a fifth of a second. Sets *woke
 * to the reason. */
enum ordo_status ordo_page_server_step(struct ordo_page_server *s, int milliseconds, int also,
                                       const volatile sig_atomic_t *stop,
                                       enum ordo_page_server_woke *woke, struct ordo_error *error);

void ordo_page_server_close(struct ordo_page_server *s); /* NULL is allowed */

#endif
