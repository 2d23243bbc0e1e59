/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * http_request.c: collects bytes until a blank line, then splits the head into strings in place.
 *
 * Invariant: while the head is incomplete, head[0 .. n) has no NUL and no blank line, and n is
 * below the limit. A request with a NUL byte is bad, so that no string ends early.
 */
#include "watch/http_request.h"

#include <string.h>
#include <strings.h>

static bool is_token(const char *s) {
    static const char marks[] = "!#$%&'*+-.^_`|~";
    if (!*s) return false;
    for (; *s; s++) {
        bool letter = (*s >= 'A' && *s <= 'Z') || (*s >= 'a' && *s <= 'z');
        if (!letter && !(*s >= '0' && *s <= '9') && !strchr(marks, *s)) return false;
    }
    return true;
}

/* Returns whether s begins with a slash and is printable ASCII without blanks. */
static bool is_target(const char *s) {
    if (*s != '/') return false;
    for (; *s; s++)
        if (*s <= ' ' || *s >= 127) return false;
    return true;
}

/* Returns the line at *at, terminated by a NUL, and moves *at to the next line. */
static char *next_line(char **at) {
    char *line = *at, *end = strchr(line, '\n');
    if (!end) return NULL;
    *at = end + 1;
    if (end > line && end[-1] == '\r') end--;
    *end = '\0';
    return line;
}

static bool read_first(struct ordo_http_request *r, char *line) {
    char *target = strchr(line, ' ');
    if (!target) return false;
    *target++ = '\0';
    char *version = strchr(target, ' ');
    if (!version) return false;
    *version++ = '\0';
    r->method = line;
    r->target = target;
    return is_token(line) && is_target(target) &&
           (strcmp(version, "HTTP/1.1") == 0 || strcmp(version, "HTTP/1.0") == 0);
}

static bool read_field(struct ordo_http_request *r, char *line) {
    char *value = strchr(line, ':');
    if (!value) return false;
    *value++ = '\0';
    if (!is_token(line)) return false;
    if (strcasecmp(line, "Host") != 0) return true;
    if (r->host) return false;
    value += strspn(value, " \t");
    char *end = value + strlen(value);
    while (end > value && (end[-1] == ' ' || end[-1] == '\t')) *--end = '\0';
    r->host = value;
    return true;
}

static enum ordo_http_state read_head(struct ordo_http_request *r) {
    char *at = r->head, *line = next_line(&at);
    if (!line || !read_first(r, line)) return ORDO_HTTP_BAD;
    while ((line = next_line(&at)) && *line)
        if (!read_field(r, line)) return ORDO_HTTP_BAD;
    return ORDO_HTTP_DONE;
}

/* Returns whether the last line is blank. */
static bool ended(const struct ordo_http_request *r) {
    const char *end = r->head + r->n;
    if (r->n < 2 || end[-1] != '\n') return false;
    return end[-2] == '\n' || (r->n >= 3 && end[-2] == '\r' && end[-3] == '\n');
}

enum ordo_http_state ordo_http_request_add(struct ordo_http_request *r, const char *bytes,
                                           size_t n) {
    for (size_t i = 0; i < n && r->state == ORDO_HTTP_MORE; i++) {
        r->head[r->n++] = bytes[i];
        if (!bytes[i])
            r->state = ORDO_HTTP_BAD;
        else if (ended(r))
            r->state = read_head(r);
        else if (r->n == ORDO_HTTP_HEAD_BYTES)
            r->state = ORDO_HTTP_LARGE;
    }
    return r->state;
}
