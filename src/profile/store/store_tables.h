/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_tables.h: the tables of a stored profile.
 *
 * Each table has one function that moves a row between an item in memory and an SQL statement, in
 * either direction, so that writing and reading agree.
 *
 * Errors:  an impossible row sets row.wrong to the reason
 * Threads: reentrant
 */
#ifndef ORDO_STORE_TABLES_H
#define ORDO_STORE_TABLES_H

#include "profile/store/store_row.h"

enum ordo_section {
    ORDO_SECTION_PROFILE,
    ORDO_SECTION_TREE,
    ORDO_SECTION_STRUCTURE,
    ORDO_SECTION_PRODUCTION
};

struct ordo_store_table {
    const char *name;
    const char *columns;    /* names in the order of row(); ordo_store_added's follow */
    const char *definition; /* text after CREATE TABLE name */
    const char *order;      /* ORDER BY, along the primary key */
    size_t item_bytes;
    size_t array, count; /* offsets of the array and its length in ordo_profile */
    bool wide_count;     /* the length is a uint64_t, not a uint32_t */
    bool in_summary;
    void (*row)(struct ordo_row *r, void *item);
    bool may_lack; /* may be missing in files of older versions, which is the same as no rows */
    enum ordo_section section;
};

extern const struct ordo_store_table ordo_store_tables[];
extern const size_t ordo_n_store_tables;

/* Returns the columns that the table has after the others in this version of the section
 * "profile", each with a comma before it. */
const char *ordo_store_added(const struct ordo_store_table *t, int version);

/* Returns whether the profile has this section. */
bool ordo_store_has(const struct ordo_profile *p, enum ordo_section section);

uint64_t ordo_store_count(const struct ordo_store_table *t, const struct ordo_profile *p);

/* Returns the hash of the profile's own values (the table `profile`). */
uint64_t ordo_store_hash_head(const struct ordo_profile *p);

#endif
