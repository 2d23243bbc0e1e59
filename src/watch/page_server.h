/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_server.h: one HTML page on 127.0.0.1, reloaded by the browsers that look at it when it
 * changes.
 *
 * Who:     whoever knows the address, which has 128 random bits, and asks by this machine's own
 *          name: the Host header is compared, so that no foreign name that resolves to 127.0.0.1
 *          reads the page. GET and HEAD of the page and of its changes, nothing else
 * Shapes:  at most ORDO_PAGE_SERVER_CLIENTS connections; of more the one that has waited longest
 *          with its request unfinished is dropped. A client that stands still is dropped after a
 *          minute; none holds up another
 * Errors:  ORDO_ENVIRONMENT when there is no socket; ORDO_NO_MEMORY
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
    ORDO_WOKE_TIME, /* the time is over */
    ORDO_WOKE_STOP, /* *stop is not 0 */
    ORDO_WOKE_ALSO, /* `also` can be read */
};

/* Listens on a port that the system chooses; until the first update the page says that there is
 * none. */
enum ordo_status ordo_page_server_open(struct ordo_page_server **out, struct ordo_error *error);

/* "http://127.0.0.1:PORT/TOKEN/", as long as the server lives. */
const char *ordo_page_server_url(const struct ordo_page_server *s);

/* The page from now on. What is served has a script more, which reloads it when it changes, and
 * is allowed by its own policy to ask for that. */
enum ordo_status ordo_page_server_update(struct ordo_page_server *s, const char *bytes, size_t n,
                                         struct ordo_error *error);

/* Serves for `milliseconds` (-1: without end), until `also` (-1: none) can be read or *stop (may be
 * NULL) is set, which is noticed within a fifth of a second. */
enum ordo_status ordo_page_server_step(struct ordo_page_server *s, int milliseconds, int also,
                                       const volatile sig_atomic_t *stop,
                                       enum ordo_page_server_woke *woke, struct ordo_error *error);

void ordo_page_server_close(struct ordo_page_server *s); /* NULL is allowed */

#endif
