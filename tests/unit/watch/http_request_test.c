/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * http_request_test.c: which bytes are a request head and which are not. Splitting the bytes does
 * not change the answer, and damage does not cause a crash.
 */
#include "watch/http_request.h"

#include "support/random_profile.h"
#include "support/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct ordo_http_request r;

static enum ordo_http_state read_text(const char *text) {
    memset(&r, 0, sizeof r);
    return ordo_http_request_add(&r, text, strlen(text));
}

static void a_request_gives_method_target_and_host(void **state) {
    (void)state;
    assert_int_equal(
        read_text("GET /a?b=c HTTP/1.1\r\nAccept: */*\r\nhOST: \t127.0.0.1:80 \r\n\r\nbody"),
        ORDO_HTTP_DONE);
    assert_string_equal(r.method, "GET");
    assert_string_equal(r.target, "/a?b=c");
    assert_string_equal(r.host, "127.0.0.1:80");
    assert_int_equal(read_text("HEAD / HTTP/1.0\n\n"), ORDO_HTTP_DONE);
    assert_string_equal(r.method, "HEAD");
    assert_null(r.host);
    assert_int_equal(ordo_http_request_add(&r, "GET", 3), ORDO_HTTP_DONE);
}

static void malformed_requests_are_rejected(void **state) {
    (void)state;
    static const char *const bad[] = {
        "\r\n\r\n",
        "GET\r\n\r\n",
        "GET /\r\n\r\n",
        "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/1.1 \r\n\r\n",
        "GET  / HTTP/1.1\r\n\r\n",
        "G(T / HTTP/1.1\r\n\r\n",
        " GET / HTTP/1.1\r\n\r\n",
        "GET http://127.0.0.1/ HTTP/1.1\r\n\r\n",
        "GET * HTTP/1.1\r\n\r\n",
        "GET /\x01 HTTP/1.1\r\n\r\n",
        "GET /\xc3\xa4 HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
        "GET / HTTP/1.1\r\n: a\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\r\n c\r\n\r\n",
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (read_text(bad[i]) != ORDO_HTTP_BAD) fail_msg("taken for a request: %s", bad[i]);
    memset(&r, 0, sizeof r);
    assert_int_equal(ordo_http_request_add(&r, "GET /\0 HTTP/1.1\r\n\r\n", 19), ORDO_HTTP_BAD);
}

static void an_endless_head_is_too_large(void **state) {
    (void)state;
    char line[100];
    memset(line, 'a', sizeof line);
    assert_int_equal(read_text("GET / HTTP/1.1\r\nA: "), ORDO_HTTP_MORE);
    for (int i = 0; i < 1000; i++) ordo_http_request_add(&r, line, sizeof line);
    assert_int_equal(r.state, ORDO_HTTP_LARGE);
    assert_int_equal(r.n, ORDO_HTTP_HEAD_BYTES);
}

static void a_request_can_arrive_byte_by_byte(void **state) {
    (void)state;
    static const char text[] = "GET /x HTTP/1.1\r\nHost: h\r\n\r\n";
    memset(&r, 0, sizeof r);
    for (size_t i = 0; i + 1 < sizeof text; i++) {
        assert_int_equal(r.state, ORDO_HTTP_MORE);
        ordo_http_request_add(&r, text + i, 1);
    }
    assert_int_equal(r.state, ORDO_HTTP_DONE);
    assert_string_equal(r.host, "h");
}

/* A fixed series of damages; every answer is the same however the bytes are split. */
static void damaged_requests_are_read_or_rejected(void **state) {
    (void)state;
    static const char sound[] =
        "GET /0123456789abcdef/changes?v=7 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n"
        "Accept: text/event-stream\r\nConnection: keep-alive\r\n\r\n";
    static const char odd[] = "\r\n\t :/\0\x7f\xff?GH1.";
    struct random_numbers random = {20261121};
    unsigned done = 0, rounds = 20000;
    for (unsigned round = 0; round < rounds; round++) {
        char bytes[sizeof sound];
        size_t n = sizeof sound - 1, cut = random_below(&random, n);
        memcpy(bytes, sound, sizeof sound);
        for (uint64_t k = random_below(&random, 4); k; k--)
            bytes[random_below(&random, n)] = odd[random_below(&random, sizeof odd - 1)];
        memset(&r, 0, sizeof r);
        enum ordo_http_state whole = ordo_http_request_add(&r, bytes, n);
        struct ordo_http_request parts = {0};
        ordo_http_request_add(&parts, bytes, cut);
        assert_int_equal(ordo_http_request_add(&parts, bytes + cut, n - cut), whole);
        if (whole != ORDO_HTTP_DONE) continue;
        done++;
        assert_string_equal(parts.target, r.target);
        assert_true(*r.method && *r.target == '/');
    }
    if (!done || done == rounds) fail_msg("%u of %u are requests", done, rounds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_gives_method_target_and_host),
        cmocka_unit_test(malformed_requests_are_rejected),
        cmocka_unit_test(an_endless_head_is_too_large),
        cmocka_unit_test(a_request_can_arrive_byte_by_byte),
        cmocka_unit_test(damaged_requests_are_read_or_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
