/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_client.h: one connection of the page server, from the request to the close.
 *
 *   READING -> ANSWERING -> DRAINING -> GONE
 *                        -> LISTENING -> GONE
 *
 * Memory:  a client holds a reference to the page that it receives
 * Threads: the server's thread
 */
#ifndef ORDO_PAGE_CLIENT_H
#define ORDO_PAGE_CLIENT_H

#include "watch/http_request.h"

#include <stdint.h>

/* A served page. It is immutable and freed with its last reference. */
struct ordo_served_page {
    unsigned references;
    uint64_t version;
    size_t n;
    char bytes[];
};

/* Drops a reference. NULL is allowed. */
void ordo_served_page_drop(struct ordo_served_page *page);

/* What requests must match, and the page to serve. */
struct ordo_page_place {
    char host[2][32];    /* "127.0.0.1:PORT", "localhost:PORT" */
    const char *token;   /* hexadecimal */
    size_t token_length; /* of every token */
    struct ordo_served_page *page;
};

enum ordo_page_client_state {
    ORDO_CLIENT_GONE, /* no connection; the struct is zero */
    ORDO_CLIENT_READING,
    ORDO_CLIENT_ANSWERING,
    ORDO_CLIENT_LISTENING, /* for changes of the page */
    ORDO_CLIENT_DRAINING,  /* the answer was sent; further input is discarded */
};

struct ordo_page_client {
    enum ordo_page_client_state state;
    int fd;
    int64_t deadline_ms; /* INT64_MAX: no deadline */
    struct ordo_http_request request;
    char head[512];
    size_t head_n, sent; /* sent: bytes of the head and the page */
    struct ordo_served_page *page;
    bool listens;  /* becomes LISTENING after the answer was sent */
    uint64_t seen; /* LISTENING: the version that the browser has */
};

/* Starts reading a request from the connection fd, which the client owns. */
void ordo_page_client_begin(struct ordo_page_client *c, int fd, int64_t now_ms);

/* Returns the poll events that the client waits for. */
short ordo_page_client_events(const struct ordo_page_client *c, const struct ordo_page_place *p);

/* Makes progress without blocking, and ends the client after an error or its deadline. */
void ordo_page_client_go(struct ordo_page_client *c, short events, const struct ordo_page_place *p,
                         int64_t now_ms);

/* Closes the connection. */
void ordo_page_client_end(struct ordo_page_client *c);

#endif
