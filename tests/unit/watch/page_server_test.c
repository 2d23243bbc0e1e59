/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_server_test.c: tests the server with plain sockets, in one thread: the bytes of every client
 * are sent, then the server takes steps until its answer has arrived.
 */
#include "watch/page_server.h"

#include "support/random_profile.h"
#include "support/unit.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST_STEPS = 60000 }; /* of a millisecond each */
#define ANSWER_BYTES ((size_t)1 << 22)

static struct ordo_page_server *server;
static char host[64], path[64], answer[ANSWER_BYTES + 1];

static void step(int milliseconds) {
    enum ordo_page_server_woke woke;
    struct ordo_error e;
    assert_ok(ordo_page_server_step(server, milliseconds, -1, NULL, &woke, &e), e);
    assert_int_equal(woke, ORDO_WOKE_TIME);
}

static void update(const char *page) {
    ordo_page_server_update(server, page, strlen(page));
}

static int end(void **state) {
    (void)state;
    ordo_page_server_close(server);
    return 0;
}

static int dial(void) {
    int fd = socket(AF_INET, SOCK_STREAM, 0), port;
    assert_int_equal(sscanf(host, "127.0.0.1:%d", &port), 1);
    struct sockaddr_in a = {.sin_family = AF_INET,
                            .sin_port = htons((uint16_t)port),
                            .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(connect(fd, (struct sockaddr *)&a, sizeof a), 0);
    return fd;
}

static void say(int fd, const char *text, size_t n) {
    while (n) {
        ssize_t sent = send(fd, text, n, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && errno != EAGAIN) return; /* the server has received enough */
        if (sent < 0)
            step(1);
        else
            n -= (size_t)sent, text += sent;
    }
}

/* Returns the bytes that arrive until the end, or until they contain `until`. */
static const char *hear(int fd, const char *until) {
    size_t n = 0;
    for (int i = 0; i < MOST_STEPS; i++) {
        step(1);
        ssize_t got = recv(fd, answer + n, ANSWER_BYTES - n, MSG_DONTWAIT);
        if (got > 0) n += (size_t)got, i = 0;
        answer[n] = '\0';
        if (got == 0 || (until && strstr(answer, until))) return answer;
        if (got < 0 && errno != EAGAIN) fail_msg("the connection broke: %s", strerror(errno));
    }
    fail_msg("no answer after %d steps; so far: %.200s", MOST_STEPS, answer);
    return NULL;
}

static const char *ask_raw(const char *request, size_t n) {
    int fd = dial();
    say(fd, request, n);
    hear(fd, NULL);
    close(fd);
    return answer;
}

static const char *ask(const char *method, const char *target, const char *name) {
    char request[1024];
    int n = snprintf(request, sizeof request, "%s %s HTTP/1.1\r\nHost: %s\r\n\r\n", method, target,
                     name);
    return ask_raw(request, (size_t)n);
}

static void assert_status(const char *text, const char *status) {
    char start[64];
    snprintf(start, sizeof start, "HTTP/1.1 %s", status);
    if (strncmp(text, start, strlen(start)) != 0) fail_msg("not %s: %.60s", status, text);
}

static int begin(void **state) {
    struct ordo_error e;
    (void)state;
    assert_ok(ordo_page_server_open(&server, &e), e);
    const char *url = ordo_page_server_url(server);
    assert_int_equal(sscanf(url, "http://%63[^/]%63s", host, path), 2);
    if (!strstr(ask("GET", path, host), "not ready yet")) return -1;
    update("<h1>one</h1>");
    return 0;
}

static void the_page_is_served_with_an_additional_script(void **state) {
    (void)state;
    assert_status(ask("GET", path, host), "200 OK");
    const char *body = strstr(answer, "\r\n\r\n") + 4;
    assert_ptr_equal(strstr(body, "<h1>one</h1>"), body);
    assert_non_null(strstr(body, "<script>new EventSource(\"changes?v="));
    assert_non_null(strstr(answer, "Cache-Control: no-store"));
    size_t length = 0;
    assert_int_equal(sscanf(strstr(answer, "Content-Length:"), "Content-Length: %zu", &length), 1);
    assert_int_equal(strlen(body), length);
    char local[80];
    snprintf(local, sizeof local, "localhost%s", strchr(host, ':'));
    assert_status(ask("GET", path, local), "200");
    assert_status(ask("HEAD", path, host), "200");
    assert_string_equal(strstr(answer, "\r\n\r\n"), "\r\n\r\n");
}

static void the_policy_allows_one_more_connection(void **state) {
    (void)state;
    update("<head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">");
    assert_non_null(strstr(ask("GET", path, host),
                           "content=\"connect-src 'self'; default-src 'none'\"><script>"));
}

static void foreign_names_other_paths_and_methods_are_rejected(void **state) {
    (void)state;
    char target[160], name[128], port[16];
    snprintf(port, sizeof port, "%s", strchr(host, ':') + 1);
    static const char *const names[] = {"evil.example:%s",           "127.0.0.1", "127.0.0.1:1", "",
                                        "localhost.evil.example:%s", "[::1]:%s"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(name, sizeof name, names[i], port);
        assert_status(ask("GET", path, name), "403");
        assert_null(strstr(answer, "one"));
    }
    assert_status(ask("GET", "/", host), "404");
    snprintf(target, sizeof target, "%s", path);
    target[5] = target[5] == '0' ? '1' : '0';
    assert_status(ask("GET", target, host), "404");
    snprintf(target, sizeof target, "%.*s", (int)strlen(path) - 1, path);
    assert_status(ask("GET", target, host), "404");
    static const char *const below[] = {
        "x", "changes", "changes?v=", "changes?v=-1", "../", "changes?v=99999999999999999999999"};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        snprintf(target, sizeof target, "%s%s", path, below[i]);
        assert_status(ask("GET", target, host), "404");
    }
    assert_status(ask("POST", path, host), "405");
    assert_non_null(strstr(answer, "Allow: GET, HEAD"));
    assert_status(ask("POST", "/", host), "404");
    static const char nameless[] = "GET / HTTP/1.0\r\n\r\n", nonsense[] = "\x16\x03\x01\n\n";
    assert_status(ask_raw(nameless, strlen(nameless)), "403");
    assert_status(ask_raw(nonsense, strlen(nonsense)), "400");
}

static void an_oversized_request_is_rejected(void **state) {
    (void)state;
    size_t n = 1 << 20;
    char *request = malloc(n);
    assert_non_null(request);
    memset(request, 'a', n);
    memcpy(request, "GET / HTTP/1.1\r\nA: ", 19);
    assert_status(ask_raw(request, n), "431");
    free(request);
}

static void slow_clients_delay_nobody(void **state) {
    (void)state;
    int slow[ORDO_PAGE_SERVER_CLIENTS + 8];
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++) {
        slow[i] = dial();
        say(slow[i], "GET / HT", 8);
        step(0);
        assert_status(ask("GET", path, host), "200");
    }
    /* The first clients were dropped to make room; the last is still connected. */
    assert_string_equal(hear(slow[0], NULL), "");
    say(slow[sizeof slow / sizeof *slow - 1], "TP/1.1\r\n\r\n", 10);
    assert_status(hear(slow[sizeof slow / sizeof *slow - 1], NULL), "403");
    for (size_t i = 0; i < sizeof slow / sizeof *slow; i++) close(slow[i]);
}

static void a_client_that_does_not_read_gets_the_page_that_it_requested(void **state) {
    (void)state;
    size_t n = 3 << 20;
    char *large = malloc(n), request[256];
    assert_non_null(large);
    memset(large, 'x', n);
    ordo_page_server_update(server, large, n);
    int fd = dial();
    int length =
        snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", path, host);
    say(fd, request, (size_t)length);
    for (int i = 0; i < 20; i++) step(1);
    update("<h1>two</h1>"); /* while the first page is partly sent */
    assert_non_null(strstr(ask("GET", path, host), "<h1>two</h1>"));
    hear(fd, "</script>");
    const char *body = strstr(answer, "\r\n\r\n") + 4;
    assert_int_equal(strspn(body, "x"), n);
    close(fd);
    free(large);
}

static void browsers_are_notified_of_a_change(void **state) {
    (void)state;
    unsigned long long version;
    char target[128], request[256];
    const char *script = strstr(ask("GET", path, host), "changes?v=");
    assert_int_equal(sscanf(script, "changes?v=%llu", &version), 1);
    snprintf(target, sizeof target, "%schanges?v=%llu", path, version);
    int n = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: %s\r\n\r\n", target, host);
    int first = dial(), second = dial();
    say(first, request, (size_t)n);
    say(second, request, (size_t)n);
    assert_status(hear(first, "\r\n\r\n"), "200 OK");
    assert_non_null(strstr(answer, "Content-Type: text/event-stream"));
    assert_null(strstr(answer, "data:"));
    hear(second, "\r\n\r\n");
    update("<h1>two</h1>");
    hear(first, "data: ");
    hear(second, "data: ");
    close(second);
    /* A request with an older version is answered at once. */
    int late = dial();
    say(late, request, (size_t)n);
    hear(late, "data: ");
    close(late);
    update("<h1>three</h1>");
    hear(first, "data: ");
    close(first);
    step(0);
}

static void a_step_ends_on_a_stop_and_on_a_file(void **state) {
    (void)state;
    volatile sig_atomic_t stop = 1;
    enum ordo_page_server_woke woke;
    struct ordo_error e;
    int ends[2];
    assert_ok(ordo_page_server_step(server, -1, -1, &stop, &woke, &e), e);
    assert_int_equal(woke, ORDO_WOKE_STOP);
    stop = 0;
    assert_int_equal(pipe(ends), 0);
    assert_int_equal(write(ends[1], "x", 1), 1);
    assert_ok(ordo_page_server_step(server, -1, ends[0], &stop, &woke, &e), e);
    assert_int_equal(woke, ORDO_WOKE_ALSO);
    close(ends[0]);
    close(ends[1]);
}

/* A fixed series of nonsense; the server answers the next valid request in any case. */
static void nonsense_is_harmless(void **state) {
    (void)state;
    struct random_numbers r = {20261121};
    char request[256], bytes[256];
    int n = snprintf(request, sizeof request, "GET %schanges?v=1 HTTP/1.1\r\nHost: %s\r\n\r\n",
                     path, host);
    for (int round = 0; round < 300; round++) {
        memcpy(bytes, request, (size_t)n);
        for (int k = 0; k < 3; k++)
            bytes[random_below(&r, (uint64_t)n)] = (char)random_below(&r, 256);
        int fd = dial();
        say(fd, bytes, random_below(&r, (uint64_t)n) + 1);
        step(0);
        close(fd);
    }
    assert_status(ask("GET", path, host), "200");
}

static void addresses_differ(void **state) {
    (void)state;
    struct ordo_page_server *other;
    struct ordo_error e;
    assert_ok(ordo_page_server_open(&other, &e), e);
    const char *token = strrchr(ordo_page_server_url(other), '/') - 32;
    assert_int_equal(strlen(path), 34);
    assert_int_equal(strspn(token, "0123456789abcdef"), 32);
    assert_null(strstr(path, token));
    ordo_page_server_close(other);
    ordo_page_server_close(NULL);
}

#define SERVED(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void) {
    const struct CMUnitTest tests[] = {
        SERVED(the_page_is_served_with_an_additional_script),
        SERVED(the_policy_allows_one_more_connection),
        SERVED(foreign_names_other_paths_and_methods_are_rejected),
        SERVED(an_oversized_request_is_rejected),
        SERVED(slow_clients_delay_nobody),
        SERVED(a_client_that_does_not_read_gets_the_page_that_it_requested),
        SERVED(browsers_are_notified_of_a_change),
        SERVED(a_step_ends_on_a_stop_and_on_a_file),
        SERVED(nonsense_is_harmless),
        SERVED(addresses_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
