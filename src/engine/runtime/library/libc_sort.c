/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_sort.c: models of sorting, searching and the library's search trees and tables.
 *
 * The comparator is the program's: what it reads and costs is recorded as its own. A sort reads the
 * array whole before the first comparison and writes it whole at the end. Arrays of fewer than two
 * elements are left alone. Searches touch the elements only through the comparator. Nodes of trees
 * and tables are the library's memory. Cost: the cells touched.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <search.h>
#include <stdlib.h>

typedef int comparator(const void *, const void *);
typedef int comparator_with(const void *, const void *, void *);

static uint64_t before_sort(struct ort_site site, const void *base, size_t count, size_t size) {
    return count > 1 ? reads(site, base, count * size) : 0;
}

static uint64_t after_sort(struct ort_site site, const void *base, size_t count, size_t size) {
    return count > 1 ? writes(site, base, count * size) : 0;
}

ORT_MODEL(void, qsort, (void *base, size_t count, size_t size, comparator *compare)) {
    struct ort_site site = ort_site();
    uint64_t cells = site.on ? before_sort(site, base, count, size) : 0;
    qsort(base, count, size, CALLED(site, compare));
    if (site.on) charge(site, &account_qsort, cells + after_sort(site, base, count, size));
}

ORT_MODEL(void, qsort_r,
          (void *base, size_t count, size_t size, comparator_with *compare, void *with)) {
    struct ort_site site = ort_site();
    uint64_t cells = site.on ? before_sort(site, base, count, size) : 0;
    qsort_r(base, count, size, CALLED(site, compare), with);
    if (site.on) charge(site, &account_qsort_r, cells + after_sort(site, base, count, size));
}

ORT_AFTER(ORT_MODEL, void *, bsearch,
          (const void *key, const void *base, size_t count, size_t size, comparator *compare), r,
          bsearch(key, base, count, size, CALLED(site, compare)), charge(site, &account_bsearch, 1))

ORT_AFTER(ORT_MODEL, void *, lfind,
          (const void *key, const void *base, size_t *count, size_t size, comparator *compare), r,
          lfind(key, base, count, size, CALLED(site, compare)),
          charge(site, &account_lfind, reads(site, count, sizeof *count)))

ORT_MODEL(void *, lsearch,
          (const void *key, void *base, size_t *count, size_t size, comparator *compare)) {
    struct ort_site site = ort_site();
    size_t before = *count;
    void *r = lsearch(key, base, count, size, CALLED(site, compare));
    if (site.on) {
        uint64_t cells = reads(site, count, sizeof *count);
        if (*count > before) {
            cells += reads(site, key, size);
            cells += writes(site, r, size);
            cells += writes(site, count, sizeof *count);
        }
        charge(site, &account_lsearch, cells);
    }
    return r;
}

/* The root pointer is the program's. A new node's first word, its key, counts as written. */
ORT_MODEL(void *, tsearch, (const void *key, void **root, comparator *compare)) {
    struct ort_site site = ort_site();
    void *r = tsearch(key, root, CALLED(site, compare));
    if (site.on) {
        uint64_t cells = root ? reads(site, root, sizeof *root) : 0;
        if (r && *(const void **)r == key) {
            cells += writes(site, r, sizeof key);
            cells += writes(site, root, sizeof *root);
        }
        charge(site, &account_tsearch, cells);
    }
    return r;
}

ORT_AFTER(ORT_MODEL, void *, tfind, (const void *key, void *const *root, comparator *compare), r,
          tfind(key, root, CALLED(site, compare)),
          charge(site, &account_tfind, root ? reads(site, root, sizeof *root) : 0))

ORT_MODEL(void *, tdelete, (const void *key, void **root, comparator *compare)) {
    struct ort_site site = ort_site();
    void *r = tdelete(key, root, CALLED(site, compare));
    if (site.on) {
        uint64_t cells = root ? reads(site, root, sizeof *root) : 0;
        if (r) cells += writes(site, root, sizeof *root);
        charge(site, &account_tdelete, cells);
    }
    return r;
}

ORT_MODEL(void, twalk, (const void *root, __action_fn_t action)) {
    struct ort_site site = ort_site();
    twalk(root, CALLED(site, action));
    if (site.on) charge(site, &account_twalk, 1);
}

ORT_MODEL(void, tdestroy, (void *root, __free_fn_t release)) {
    struct ort_site site = ort_site();
    tdestroy(root, CALLED(site, release));
    if (site.on) charge(site, &account_tdestroy, 1);
}

/* A search of the table reads the key once, whole. The entry returned is the library's copy; it
 * counts as written if this call made it. */
static uint64_t entered(struct ort_site site, const ENTRY *entry, ENTRY item, ACTION action) {
    return action == ENTER && entry && entry->key == item.key ? writes(site, entry, sizeof item)
                                                              : 0;
}

ORT_MODEL(ENTRY *, hsearch, (ENTRY item, ACTION action)) {
    struct ort_site site = ort_site();
    ENTRY *r = hsearch(item, action);
    if (site.on) {
        uint64_t cells = reads(site, item.key, ort_scan_length(item.key) + 1);
        cells += entered(site, r, item, action);
        charge(site, &account_hsearch, cells);
    }
    return r;
}

ORT_MODEL(int, hsearch_r, (ENTRY item, ACTION action, ENTRY **out, struct hsearch_data *table)) {
    struct ort_site site = ort_site();
    int r = hsearch_r(item, action, out, table);
    if (site.on) {
        uint64_t cells = reads(site, item.key, ort_scan_length(item.key) + 1);
        cells += writes(site, out, sizeof *out);
        cells += entered(site, r ? *out : NULL, item, action);
        charge(site, &account_hsearch_r, cells);
    }
    return r;
}
