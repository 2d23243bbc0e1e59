/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_row.c: moves values in the row's direction.
 *
 * Every value is mixed into the row's hash when it is written and when it is read, so that changed
 * values are found.
 */
#include "profile/store/store_row.h"

#include "base/memory.h"

#include <string.h>

uint64_t ordo_store_hash(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

void ordo_row_wrong(struct ordo_row *r, const char *what) {
    if (!r->wrong) r->wrong = what;
}

void ordo_row_bound(int code) {
    if (code != SQLITE_OK) ordo_memory_exhausted();
}

static void put_integer(struct ordo_row *r, int64_t v) {
    ordo_row_bound(sqlite3_bind_int64(r->statement, r->column + 1, v));
}

void ordo_row_u64(struct ordo_row *r, uint64_t *v) {
    if (r->reading)
        *v = (uint64_t)sqlite3_column_int64(r->statement, r->column);
    else
        put_integer(r, (int64_t)*v);
    r->column++;
    r->hash = ordo_store_hash(r->hash, *v);
}

void ordo_row_u32(struct ordo_row *r, uint32_t *v) {
    uint64_t wide = *v;
    ordo_row_u64(r, &wide);
    if (wide > UINT32_MAX) ordo_row_wrong(r, "a number is out of range");
    *v = (uint32_t)wide;
}

void ordo_row_i32(struct ordo_row *r, int32_t *v) {
    uint64_t wide = (uint64_t)(int64_t)*v;
    ordo_row_u64(r, &wide);
    if ((int64_t)wide > INT32_MAX || (int64_t)wide < INT32_MIN)
        ordo_row_wrong(r, "a number is out of range");
    *v = (int32_t)(int64_t)wide;
}

void ordo_row_bool(struct ordo_row *r, bool *v) {
    uint64_t wide = *v;
    ordo_row_u64(r, &wide);
    *v = wide != 0;
}

void ordo_row_double(struct ordo_row *r, double *v) {
    uint64_t bits;
    if (r->reading)
        *v = sqlite3_column_double(r->statement, r->column);
    else
        ordo_row_bound(sqlite3_bind_double(r->statement, r->column + 1, *v));
    r->column++;
    memcpy(&bits, v, sizeof bits);
    r->hash = ordo_store_hash(r->hash, bits);
}

void ordo_row_text(struct ordo_row *r, const char **s) {
    if (r->reading) {
        const char *text = (const char *)sqlite3_column_text(r->statement, r->column);
        *s = ordo_intern_string(r->strings, text ? text : "");
    } else {
        ordo_row_bound(sqlite3_bind_text(r->statement, r->column + 1, *s, -1, SQLITE_STATIC));
    }
    r->column++;
    r->hash = ordo_store_hash(r->hash, ordo_intern_hash(*s, strlen(*s)));
}

void ordo_row_reference(struct ordo_row *r, uint32_t *i, uint64_t n, bool none_allowed) {
    uint64_t v = *i == UINT32_MAX ? UINT64_MAX : *i;
    ordo_row_u64(r, &v);
    if (v == UINT64_MAX ? !none_allowed : v >= n) ordo_row_wrong(r, "a reference is out of range");
    *i = v >= n ? UINT32_MAX : (uint32_t)v;
}

void ordo_row_scope(struct ordo_row *r, struct ordo_scope_id *s, bool none_allowed) {
    ordo_row_reference(r, &s->i, r->p->n_scopes, none_allowed);
}

void ordo_row_number(struct ordo_row *r) {
    uint64_t i = r->index;
    ordo_row_u64(r, &i);
    if (i != r->index) ordo_row_wrong(r, "rows are missing");
}

void ordo_row_owner(struct ordo_row *r, void *spans, size_t stride, uint64_t n) {
    uint64_t owner = r->cursor;
    if (!r->reading) {
        for (; owner < n; owner++) {
            const struct ordo_span *s =
                (const struct ordo_span *)((const char *)spans + owner * stride);
            if (s->n && r->index < s->first + s->n) break;
        }
    }
    ordo_row_u64(r, &owner);
    if (owner >= n || owner < r->cursor) {
        ordo_row_wrong(r, "a reference is out of range");
        return;
    }
    r->cursor = owner;
    if (!r->reading) return;
    struct ordo_span *s = (struct ordo_span *)((char *)spans + owner * stride);
    if (!s->n++) s->first = r->index;
}
