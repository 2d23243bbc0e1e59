/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_client.c: a state machine that makes progress until the socket would block or the state
 * changes.
 *
 * A connection gets one answer. Then its sending side is closed, and the whole connection when the
 * browser has closed it or after half a minute. Closing a socket with unread input would reset the
 * connection and could lose the answer.
 *
 * Invariant: every state except LISTENING has a deadline. The deadline moves only when the browser
 * accepted bytes of the answer, so that a client without progress is dropped.
 */
#include "watch/page_client.h"

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD_MS = 60000, SEND_MS = 60000, DRAIN_MS = 30000 };

void ordo_served_page_drop(struct ordo_served_page *page) {
    if (page && --page->references == 0) free(page);
}

void ordo_page_client_begin(struct ordo_page_client *c, int fd, int64_t now_ms) {
    memset(c, 0, sizeof *c);
    c->state = ORDO_CLIENT_READING;
    c->fd = fd;
    c->deadline_ms = now_ms + HEAD_MS;
}

void ordo_page_client_end(struct ordo_page_client *c) {
    if (c->state == ORDO_CLIENT_GONE) return;
    close(c->fd);
    ordo_served_page_drop(c->page);
    memset(c, 0, sizeof *c);
}

static bool has_news(const struct ordo_page_client *c, const struct ordo_page_place *p) {
    return c->state == ORDO_CLIENT_LISTENING && p->page->version != c->seen;
}

short ordo_page_client_events(const struct ordo_page_client *c, const struct ordo_page_place *p) {
    if (c->state == ORDO_CLIENT_ANSWERING || has_news(c, p)) return POLLOUT;
    return POLLIN;
}

static void answer(struct ordo_page_client *c, int64_t now_ms, const char *status, const char *type,
                   const char *more, size_t length) {
    char content[64] = "";
    if (!c->listens) snprintf(content, sizeof content, "Content-Length: %zu\r\n", length);
    int n = snprintf(c->head, sizeof c->head,
                     "HTTP/1.1 %s\r\n"
                     "Content-Type: %s; charset=utf-8\r\n"
                     "%s%s"
                     "Cache-Control: no-store\r\n"
                     "X-Content-Type-Options: nosniff\r\n"
                     "Referrer-Policy: no-referrer\r\n"
                     "Cross-Origin-Resource-Policy: same-origin\r\n"
                     "Connection: close\r\n\r\n",
                     status, type, content, more);
    c->head_n = (size_t)n;
    c->state = ORDO_CLIENT_ANSWERING;
    c->deadline_ms = now_ms + SEND_MS;
}

/* Answers with the status as one line of text. */
static void reject(struct ordo_page_client *c, int64_t now_ms, const char *status,
                   const char *more) {
    size_t text = strlen(status) + 1;
    answer(c, now_ms, status, "text/plain", more, text);
    if (!c->request.method || strcmp(c->request.method, "HEAD") != 0)
        c->head_n +=
            (size_t)snprintf(c->head + c->head_n, sizeof c->head - c->head_n, "%s\n", status);
}

/* Compares in constant time, so that timing does not reveal how many characters match. */
static bool same_token(const char *a, const char *b, size_t n) {
    unsigned char differ = 0;
    if (strlen(a) < n) return false;
    for (size_t i = 0; i < n; i++) differ |= (unsigned char)(a[i] ^ b[i]);
    return !differ;
}

/* Parses "changes?v=VERSION". */
static bool asks_for_changes(const char *path, uint64_t *version) {
    static const char name[] = "changes?v=";
    char *end;
    if (strncmp(path, name, strlen(name)) != 0) return false;
    path += strlen(name);
    if (*path < '0' || *path > '9') return false;
    errno = 0;
    *version = strtoull(path, &end, 10);
    return !errno && !*end;
}

static void serve(struct ordo_page_client *c, const struct ordo_page_place *p, int64_t now_ms) {
    const struct ordo_http_request *r = &c->request;
    bool head = strcmp(r->method, "HEAD") == 0;
    if (!r->host || (strcmp(r->host, p->host[0]) != 0 && strcmp(r->host, p->host[1]) != 0)) {
        reject(c, now_ms, "403 Forbidden", "");
        return;
    }
    const char *path = r->target + 1;
    if (!same_token(path, p->token, p->token_length) || path[p->token_length] != '/') {
        reject(c, now_ms, "404 Not Found", "");
        return;
    }
    path += p->token_length + 1;
    bool changes = asks_for_changes(path, &c->seen);
    if (*path && !changes) {
        reject(c, now_ms, "404 Not Found", "");
        return;
    }
    if (!head && strcmp(r->method, "GET") != 0) {
        reject(c, now_ms, "405 Method Not Allowed", "Allow: GET, HEAD\r\n");
        return;
    }
    if (changes) {
        c->listens = !head;
        answer(c, now_ms, "200 OK", "text/event-stream", "", 0);
        return;
    }
    answer(c, now_ms, "200 OK", "text/html", "", p->page->n);
    if (head) return;
    c->page = p->page;
    c->page->references++;
}

/* Returns false if the connection has ended. */
static bool read_request(struct ordo_page_client *c, const struct ordo_page_place *p,
                         int64_t now_ms) {
    char bytes[2048];
    ssize_t n = recv(c->fd, bytes, sizeof bytes, 0);
    if (n < 0) return errno == EAGAIN || errno == EINTR;
    if (n == 0) return false;
    switch (ordo_http_request_add(&c->request, bytes, (size_t)n)) {
    case ORDO_HTTP_MORE:
        break;
    case ORDO_HTTP_DONE:
        serve(c, p, now_ms);
        break;
    case ORDO_HTTP_BAD:
        reject(c, now_ms, "400 Bad Request", "");
        break;
    case ORDO_HTTP_LARGE:
        reject(c, now_ms, "431 Request Header Fields Too Large", "");
        break;
    }
    return true;
}

static bool send_answer(struct ordo_page_client *c, int64_t now_ms) {
    size_t page = c->page ? c->page->n : 0;
    while (c->sent < c->head_n + page) {
        bool of_head = c->sent < c->head_n;
        const char *from = of_head ? c->head + c->sent : c->page->bytes + (c->sent - c->head_n);
        size_t left = of_head ? c->head_n - c->sent : c->head_n + page - c->sent;
        ssize_t n = send(c->fd, from, left, MSG_NOSIGNAL);
        if (n < 0) return errno == EAGAIN || errno == EINTR;
        c->sent += (size_t)n;
        c->deadline_ms = now_ms + SEND_MS;
    }
    if (c->listens) {
        c->state = ORDO_CLIENT_LISTENING;
        c->deadline_ms = INT64_MAX;
        return true;
    }
    c->state = ORDO_CLIENT_DRAINING;
    c->deadline_ms = now_ms + DRAIN_MS;
    return shutdown(c->fd, SHUT_WR) == 0;
}

/* Discards input. Returns false at its end. */
static bool drain(struct ordo_page_client *c) {
    char bytes[4096];
    ssize_t n = recv(c->fd, bytes, sizeof bytes, 0);
    return n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR));
}

static bool send_news(struct ordo_page_client *c, const struct ordo_page_place *p) {
    char event[64];
    int n = snprintf(event, sizeof event, "data: %" PRIu64 "\n\n", p->page->version);
    c->seen = p->page->version;
    return send(c->fd, event, (size_t)n, MSG_NOSIGNAL) == n;
}

static bool go(struct ordo_page_client *c, const struct ordo_page_place *p, int64_t now_ms) {
    switch (c->state) {
    case ORDO_CLIENT_READING:
        return read_request(c, p, now_ms);
    case ORDO_CLIENT_ANSWERING:
        return send_answer(c, now_ms);
    case ORDO_CLIENT_LISTENING:
        return has_news(c, p) ? send_news(c, p) : drain(c);
    case ORDO_CLIENT_DRAINING:
        return drain(c);
    case ORDO_CLIENT_GONE:
        break;
    }
    return true;
}

void ordo_page_client_go(struct ordo_page_client *c, short events, const struct ordo_page_place *p,
                         int64_t now_ms) {
    if ((events && !go(c, p, now_ms)) || now_ms >= c->deadline_ms) ordo_page_client_end(c);
}
