/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * http_request.h: the head of an HTTP/1.0 or 1.1 request, read as its bytes come in.
 *
 * Shapes:  at most ORDO_HTTP_HEAD_BYTES with the blank line; bodies are not read
 * Memory:  all in the struct, zeroed before the first byte; the strings point into it
 * Threads: pure
 * Source:  RFC 9112, 2 to 5, stricter: no line folding, no blank before a colon, one Host at most,
 *          targets in origin form only
 */
#ifndef ORDO_HTTP_REQUEST_H
#define ORDO_HTTP_REQUEST_H

#include <stdbool.h>
#include <stddef.h>

#define ORDO_HTTP_HEAD_BYTES 8192

enum ordo_http_state {
    ORDO_HTTP_MORE,  /* the head has not ended */
    ORDO_HTTP_DONE,  /* the fields below are filled */
    ORDO_HTTP_BAD,   /* it is no request */
    ORDO_HTTP_LARGE, /* it did not end within the limit */
};

struct ordo_http_request {
    enum ordo_http_state state;
    size_t n;
    char head[ORDO_HTTP_HEAD_BYTES + 1];
    const char *method, *target; /* as sent */
    const char *host;            /* NULL: there is none */
};

/* Takes bytes until the head has ended; what follows is ignored. Returns the state, which stays
 * what it is from then on. */
enum ordo_http_state ordo_http_request_add(struct ordo_http_request *r, const char *bytes,
                                           size_t n);

#endif
