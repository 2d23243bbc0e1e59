/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * source_text.h: the text of a source file of the profile, as the file is now.
 *
 * A file is looked for where the profile says it was (its own path if absolute, otherwise below
 * each object's source root), then below the working directory, because profiles move between
 * checkouts.
 *
 * Errors:  a missing or unwanted file is an outcome, not an error
 * Memory:  the text belongs to the caller, ended by ordo_source_text_done
 * Threads: reentrant
 */
#ifndef ORDO_SOURCE_TEXT_H
#define ORDO_SOURCE_TEXT_H

#include "base/text.h"
#include "profile/profile.h"

enum ordo_source_outcome {
    ORDO_SOURCE_READ,
    ORDO_SOURCE_SYSTEM,   /* a system header: left out */
    ORDO_SOURCE_NOT_TEXT, /* `why` says so */
    ORDO_SOURCE_MISSING,  /* `why` has the reason */
};

struct ordo_source_text {
    enum ordo_source_outcome outcome;
    char *path;  /* where it was found; of a missing file the first place looked at */
    char *bytes; /* n bytes other than NUL, then a NUL; NULL if not read */
    size_t n;
    bool newer; /* changed after the last recording ended: lines may not match */
    const char *why;
};

#define ORDO_SOURCE_LARGEST ((size_t)64 << 20) /* bytes; larger files are not read */

/* Reads the file. with_system: system headers too. */
void ordo_source_text_read(const struct ordo_profile *p, const char *file, bool with_system,
                           struct ordo_source_text *out);

/* Reads a file that no profile names, from below `roots`. end_ns: when the recording ended; 0: not
 * known. */
void ordo_source_text_find(const char *const *roots, size_t n_roots, uint64_t end_ns,
                           const char *file, bool with_system, struct ordo_source_text *out);

/* Appends where a scope's file was when its object was built: absolute if the profile says so. */
void ordo_source_place_add(struct ordo_text *t, const struct ordo_profile *p,
                           const struct ordo_profile_scope *s);

void ordo_source_text_done(struct ordo_source_text *s);

#endif
