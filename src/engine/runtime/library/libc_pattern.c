/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_pattern.c: models of matching text against patterns.
 *
 * The pattern and the subject are read whole, once: no result shows what the matcher reads beyond
 * one pass. A compiled pattern is the library's memory; its handle and the matches are written.
 * Cost: the cells touched.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <fnmatch.h>
#include <regex.h>

static uint64_t reads_text(struct ort_site site, const char *s) {
    return reads(site, s, ort_scan_length(s) + 1);
}

ORT_MODEL(int, fnmatch, (const char *pattern, const char *name, int flags)) {
    struct ort_site site = ort_site();
    int r = fnmatch(pattern, name, flags);
    if (site.on) {
        uint64_t cells = reads_text(site, pattern);
        cells += reads_text(site, name);
        charge(site, &account_fnmatch, cells);
    }
    return r;
}

ORT_MODEL(int, regcomp, (regex_t * compiled, const char *pattern, int flags)) {
    struct ort_site site = ort_site();
    int r = regcomp(compiled, pattern, flags);
    if (site.on) {
        uint64_t cells = reads_text(site, pattern);
        cells += writes(site, compiled, sizeof *compiled);
        charge(site, &account_regcomp, cells);
    }
    return r;
}

/* With REG_STARTEND, matches[0] gives the range that is the subject. */
ORT_MODEL(int, regexec,
          (const regex_t *compiled, const char *subject, size_t n_matches, regmatch_t *matches,
           int flags)) {
    struct ort_site site = ort_site();
    regmatch_t range = {0, 0};
    if (flags & REG_STARTEND) range = matches[0];
    int r = regexec(compiled, subject, n_matches, matches, flags);
    if (site.on) {
        uint64_t cells = flags & REG_STARTEND ? reads(site, subject + range.rm_so,
                                                      (size_t)(range.rm_eo - range.rm_so))
                                              : reads_text(site, subject);
        if (r == 0 && !compiled->no_sub)
            cells += writes(site, matches, n_matches * sizeof *matches);
        charge(site, &account_regexec, cells);
    }
    return r;
}

ORT_AFTER(ORT_MODEL, size_t, regerror,
          (int error, const regex_t *compiled, char *buffer, size_t size), n,
          regerror(error, compiled, buffer, size),
          charge(site, &account_regerror, writes(site, buffer, n < size ? n : size)))
