/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * http_request.h: parses the head of an HTTP/1.0 or 1.1 request as its bytes arrive.
 *
 * Shapes:  at most ORDO_HTTP_HEAD_BYTES including the blank line; the content is not read
 * Memory:  all in the struct, which must be zeroed first; the strings point into it
 * Threads: pure
 * Source:  RFC 9112, sections 2 to 5, but stricter: no line folding, no blank before a colon, at
 *          most one Host, only targets in origin form
 */
#ifndef ORDO_HTTP_REQUEST_H
#define ORDO_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#define ORDO_HTTP_HEAD_BYTES 8192

enum ordo_http_state {
    ORDO_HTTP_MORE,  /* the head is not complete */
    ORDO_HTTP_DONE,  /* the fields below are filled */
    ORDO_HTTP_BAD,   /* not a valid request */
    ORDO_HTTP_LARGE, /* longer than the limit */
};

struct ordo_http_request {
    enum ordo_http_state state;
    size_t n;
    char head[ORDO_HTTP_HEAD_BYTES + 1];
    const char *method, *target; /* as sent */
    const char *host;            /* NULL if there is no Host */
};

/* Adds bytes until the head is complete and ignores later ones. Returns the state, which does not
 * change any more once it is not ORDO_HTTP_MORE. */
enum ordo_http_state ordo_http_request_add(struct ordo_http_request *r, const char *bytes,
                                           size_t n);

#endif
