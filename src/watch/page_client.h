/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_client.h: one connection of the page server: its request, the answer, its end.
 *
 *   READING -> ANSWERING -> DRAINING -> GONE
 *                        -> LISTENING (for changes) -> GONE
 *
 * Memory:  a client holds a reference to the page it is sent
 * Threads: the server's
 */
#ifndef ORDO_PAGE_CLIENT_H
#define ORDO_PAGE_CLIENT_H

#include "watch/http_request.h"

#include <stdint.h>

/* A page that is served: not changed once it is made, gone with its last reference. */
struct ordo_served_page {
    unsigned references;
    uint64_t version;
    size_t n;
    char bytes[];
};

/* NULL is allowed. */
void ordo_served_page_drop(struct ordo_served_page *page);

/* What a request is compared with. */
struct ordo_page_place {
    char host[2][32];    /* "127.0.0.1:PORT", "localhost:PORT" */
    const char *token;   /* hexadecimal */
    size_t token_length; /* of every token */
    struct ordo_served_page *page;
};

enum ordo_page_client_state {
    ORDO_CLIENT_GONE, /* no connection: all zero */
    ORDO_CLIENT_READING,
    ORDO_CLIENT_ANSWERING,
    ORDO_CLIENT_LISTENING,
    ORDO_CLIENT_DRAINING, /* the answer is sent: what still comes in is thrown away */
};

struct ordo_page_client {
    enum ordo_page_client_state state;
    int fd;
    int64_t deadline_ms; /* INT64_MAX: none */
    struct ordo_http_request request;
    char head[512];
    size_t head_n, sent; /* sent: of the head and the page's bytes together */
    struct ordo_served_page *page;
    bool listens;  /* becomes LISTENING when the answer is sent */
    uint64_t seen; /* LISTENING: the version that the browser has */
};

void ordo_page_client_begin(struct ordo_page_client *c, int fd, int64_t now_ms);

/* The poll events that it waits for. */
short ordo_page_client_events(const struct ordo_page_client *c, const struct ordo_page_place *p);

/* Does what can be done without blocking. */
void ordo_page_client_go(struct ordo_page_client *c, short events, const struct ordo_page_place *p,
                         int64_t now_ms);

void ordo_page_client_end(struct ordo_page_client *c);

#endif
