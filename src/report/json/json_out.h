/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * json_out.h: writes JSON tokens to a stream and places commas and line breaks.
 *
 * Errors:  those of the stream; check ferror once, at the end
 * Threads: one writer, one thread
 */
#ifndef ORDO_JSON_OUT_H
#define ORDO_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ordo_analysis;
struct ordo_library_fold;

struct ordo_json_out {
    FILE *out;
    bool comma;   /* the next item needs one before it */
    bool outline; /* json.c: series are numbered, their points are written elsewhere; numbers that
                     are not integers have seven digits; what can be inferred is left out */
    const struct ordo_analysis *analysis; /* json.c: the models of what is written */
    const struct ordo_library_fold *fold; /* of an outline: own costs are those of this view, except
                                             of scopes without a row in it; or NULL */
    unsigned depth;
};

/* Opens an object or array. key NULL: an item of an array, or the document. */
void ordo_json_begin(struct ordo_json_out *j, const char *key, char bracket);
void ordo_json_end(struct ordo_json_out *j, char bracket);
/* Starts a new line for the next item of an array. */
void ordo_json_line(struct ordo_json_out *j);

void ordo_json_text(struct ordo_json_out *j, const char *key, const char *s);
void ordo_json_id(struct ordo_json_out *j, const char *key, uint64_t id); /* 16 hex digits */
/* Writes `json`, a value that is JSON already. */
void ordo_json_raw(struct ordo_json_out *j, const char *key, const char *json);
void ordo_json_null(struct ordo_json_out *j, const char *key);
void ordo_json_bool(struct ordo_json_out *j, const char *key, bool v);
void ordo_json_integer(struct ordo_json_out *j, const char *key, uint64_t v);
void ordo_json_signed(struct ordo_json_out *j, const char *key, int64_t v);
void ordo_json_wide(struct ordo_json_out *j, const char *key, uint64_t high, uint64_t low);
void ordo_json_number(struct ordo_json_out *j, const char *key, double v); /* finite */

#endif
