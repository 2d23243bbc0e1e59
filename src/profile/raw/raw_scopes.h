/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * raw_scopes.h: adds the scopes that one raw file describes to a gather.
 *
 * Errors:  ORDO_BAD_INPUT with the byte of the block
 * Memory:  the structure is the caller's; strings are borrowed from the reader, which must outlive
 *          it
 * Threads: reentrant
 */
#ifndef ORDO_RAW_SCOPES_H
#define ORDO_RAW_SCOPES_H

#include "base/map.h"
#include "profile/gather/gather.h"
#include "profile/raw/raw_reader.h"

struct ordo_raw_named_scope {
    const struct ordo_raw_scope *raw;
    const struct ordo_raw_scope_table *of; /* its block */
    uint32_t id;
    const char *name, *linkage_name, *file, *arg_names;
    uint32_t handle; /* in the gather; ORDO_GATHER_NONE for the bottom of a thread */
};

struct ordo_raw_scopes {
    struct ordo_raw_named_scope *list; /* sorted by id */
    size_t n;
    struct ordo_map by_id;         /* id to index in list */
    struct ordo_map by_descriptor; /* address of the ordo_scope in the process to index in list */
    struct ordo_map counted;       /* handles of library routines whose calls the program counts */
    bool has_drms;                 /* a module was compiled with --drms */
    bool has_binary;               /* an unmodified binary was profiled */
};

/* Reads all modules and scopes and adds them to the gather. After a failure, *s needs no
 * ordo_raw_scopes_done. */
enum ordo_status ordo_raw_scopes_read(struct ordo_raw_scopes *s, const struct ordo_raw_reader *r,
                                      struct ordo_gather *g, struct ordo_error *error);
void ordo_raw_scopes_done(struct ordo_raw_scopes *s);

/* Returns whether the program itself counts the library routine's calls (raw.h:
 * ORDO_RAW_GATE_LIBRARY). Its calls in samples are then among these. */
bool ordo_raw_scopes_count(const struct ordo_raw_scopes *s, uint32_t handle);

/* Finds the scope with this id, which the record at `at` refers to. */
enum ordo_status ordo_raw_scopes_find(const struct ordo_raw_scopes *s,
                                      const struct ordo_raw_reader *r, const void *at, uint32_t id,
                                      const struct ordo_raw_named_scope **found,
                                      struct ordo_error *error);

#endif
