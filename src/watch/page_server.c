/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_server.c: polls the listening socket, the caller's descriptor and all clients.
 *
 * The served page is the caller's page followed by a script, which waits for server-sent events and
 * reloads. The page's own policy, a meta element, allows no connections; the served copy adds
 * "connect-src 'self'". The caller's file is not changed.
 */
#include "watch/page_server.h"

#include "base/memory.h"
#include "watch/page_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TOKEN_BYTES = 16, SLICE_MS = 200, POLICY_WITHIN = 4096 };

struct ordo_page_server {
    int fd;
    char token[2 * TOKEN_BYTES + 1], url[96];
    struct ordo_page_place place;
    struct ordo_page_client clients[ORDO_PAGE_SERVER_CLIENTS];
};

static int64_t now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static enum ordo_status make_token(struct ordo_page_server *s, struct ordo_error *error) {
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "the page cannot be served: no random numbers: %s", strerror(errno));
    for (size_t i = 0; i < sizeof bytes; i++) snprintf(s->token + 2 * i, 3, "%02x", bytes[i]);
    s->place.token = s->token;
    s->place.token_length = strlen(s->token);
    return ORDO_OK;
}

static enum ordo_status listen_here(struct ordo_page_server *s, struct ordo_error *error) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t n = sizeof address;
    s->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (s->fd < 0 || bind(s->fd, (struct sockaddr *)&address, n) != 0 ||
        listen(s->fd, ORDO_PAGE_SERVER_CLIENTS) != 0 ||
        getsockname(s->fd, (struct sockaddr *)&address, &n) != 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "the page cannot be served on 127.0.0.1: %s: open the saved file",
                              strerror(errno));
    unsigned port = ntohs(address.sin_port);
    snprintf(s->place.host[0], sizeof s->place.host[0], "127.0.0.1:%u", port);
    snprintf(s->place.host[1], sizeof s->place.host[1], "localhost:%u", port);
    snprintf(s->url, sizeof s->url, "http://%s/%s/", s->place.host[0], s->token);
    return ORDO_OK;
}

static const char first_page[] =
    "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Ordo</title>"
    "<p>The page is not ready yet. It will appear here.</p>\n";

enum ordo_status ordo_page_server_open(struct ordo_page_server **out, struct ordo_error *error) {
    struct ordo_page_server *s = ordo_memory_new(1, sizeof *s);
    *out = NULL;
    s->fd = -1;
    enum ordo_status status = make_token(s, error);
    if (status == ORDO_OK) status = listen_here(s, error);
    if (status == ORDO_OK) ordo_page_server_update(s, first_page, sizeof first_page - 1);
    if (status != ORDO_OK) {
        ordo_page_server_close(s);
        return status;
    }
    *out = s;
    return ORDO_OK;
}

const char *ordo_page_server_url(const struct ordo_page_server *s) {
    return s->url;
}

/* Returns where the page's policy begins, or NULL if it has none. */
static const char *find_policy(const char *bytes, size_t n) {
    static const char start[] = "http-equiv=\"Content-Security-Policy\" content=\"";
    const char *at = memmem(bytes, n < POLICY_WITHIN ? n : POLICY_WITHIN, start, strlen(start));
    return at ? at + strlen(start) : NULL;
}

void ordo_page_server_update(struct ordo_page_server *s, const char *bytes, size_t n) {
    static const char allowed[] = "connect-src 'self'; ";
    char script[128];
    uint64_t version = s->place.page ? s->place.page->version + 1 : 1;
    size_t more = (size_t)snprintf(script, sizeof script,
                                   "<script>new EventSource(\"changes?v=%" PRIu64
                                   "\").onmessage=()=>location.reload()</script>\n",
                                   version);
    const char *policy = find_policy(bytes, n);
    size_t before = policy ? (size_t)(policy - bytes) : 0, insert = policy ? strlen(allowed) : 0;
    struct ordo_served_page *page = ordo_memory_new(1, sizeof *page + n + insert + more);
    *page = (struct ordo_served_page){.references = 1, .version = version, .n = n + insert + more};
    char *at = page->bytes;
    at = mempcpy(at, bytes, before);
    at = mempcpy(at, allowed, insert);
    at = mempcpy(at, bytes + before, n - before);
    memcpy(at, script, more);
    ordo_served_page_drop(s->place.page);
    s->place.page = page;
}

/* Returns a slot for a new client: a free one, or else that of the client that has waited longest
 * with an incomplete request, or else that of the client that has listened longest. */
static struct ordo_page_client *find_place(struct ordo_page_server *s) {
    struct ordo_page_client *oldest = NULL;
    for (size_t i = 0; i < ORDO_PAGE_SERVER_CLIENTS; i++) {
        struct ordo_page_client *c = &s->clients[i];
        if (c->state == ORDO_CLIENT_GONE) return c;
        if (c->state == ORDO_CLIENT_ANSWERING) continue;
        if (!oldest || c->deadline_ms < oldest->deadline_ms) oldest = c;
    }
    if (oldest) ordo_page_client_end(oldest);
    return oldest;
}

static void take_clients(struct ordo_page_server *s, int64_t now) {
    for (int i = 0; i < ORDO_PAGE_SERVER_CLIENTS; i++) {
        struct ordo_page_client *c;
        int fd = accept4(s->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) return;
        c = find_place(s);
        if (c)
            ordo_page_client_begin(c, fd, now);
        else
            close(fd);
    }
}

/* Returns the milliseconds until the next deadline, at most SLICE_MS. */
static int patience(const struct ordo_page_server *s, int64_t now, int64_t end) {
    int64_t least = now + SLICE_MS;
    if (end < least) least = end;
    for (size_t i = 0; i < ORDO_PAGE_SERVER_CLIENTS; i++)
        if (s->clients[i].state != ORDO_CLIENT_GONE && s->clients[i].deadline_ms < least)
            least = s->clients[i].deadline_ms;
    return least > now ? (int)(least - now) : 0;
}

/* Polls once and handles the events. */
static enum ordo_status serve_once(struct ordo_page_server *s, int also, int64_t end,
                                   bool *also_ready, struct ordo_error *error) {
    struct pollfd list[2 + ORDO_PAGE_SERVER_CLIENTS] = {{.fd = s->fd, .events = POLLIN},
                                                        {.fd = also, .events = POLLIN}};
    int64_t now = now_ms();
    for (size_t i = 0; i < ORDO_PAGE_SERVER_CLIENTS; i++) {
        const struct ordo_page_client *c = &s->clients[i];
        list[2 + i].fd = c->state == ORDO_CLIENT_GONE ? -1 : c->fd;
        list[2 + i].events = ordo_page_client_events(c, &s->place);
    }
    int n = poll(list, 2 + ORDO_PAGE_SERVER_CLIENTS, patience(s, now, end));
    if (n < 0 && errno != EINTR)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "the page cannot be served any longer: %s",
                              strerror(errno));
    now = now_ms();
    for (size_t i = 0; i < ORDO_PAGE_SERVER_CLIENTS; i++)
        if (s->clients[i].state != ORDO_CLIENT_GONE)
            ordo_page_client_go(&s->clients[i], n > 0 ? list[2 + i].revents : 0, &s->place, now);
    if (n > 0 && list[0].revents) take_clients(s, now);
    *also_ready = n > 0 && list[1].revents;
    return ORDO_OK;
}

enum ordo_status ordo_page_server_step(struct ordo_page_server *s, int milliseconds, int also,
                                       const volatile sig_atomic_t *stop,
                                       enum ordo_page_server_woke *woke, struct ordo_error *error) {
    int64_t end = milliseconds < 0 ? INT64_MAX : now_ms() + milliseconds;
    for (;;) {
        bool also_ready = false;
        if (stop && *stop) {
            *woke = ORDO_WOKE_STOP;
            return ORDO_OK;
        }
        ORDO_TRY(serve_once(s, also, end, &also_ready, error));
        if (also_ready) {
            *woke = ORDO_WOKE_ALSO;
            return ORDO_OK;
        }
        if (now_ms() >= end) {
            *woke = ORDO_WOKE_TIME;
            return ORDO_OK;
        }
    }
}

void ordo_page_server_close(struct ordo_page_server *s) {
    if (!s) return;
    for (size_t i = 0; i < ORDO_PAGE_SERVER_CLIENTS; i++) ordo_page_client_end(&s->clients[i]);
    if (s->fd >= 0) close(s->fd);
    ordo_served_page_drop(s->place.page);
    free(s);
}
