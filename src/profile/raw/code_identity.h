/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * code_identity.h: which build of its programs and libraries a run executed.
 *
 * An object file that `ordo cc` linked is identified by the hashes of its modules' code
 * (abi/code_section.h): equal sources have equal identities, wherever they were built. If no object
 * of a process has any, its executable is identified by its instructions and constants. A file that
 * was changed after the process began is left out, because it may be another build by now.
 *
 * Errors:  an object that cannot be read has no identity
 * Memory:  a zeroed structure is empty; free its contents with ordo_code_identities_done
 * Threads: one thread at a time
 */
#ifndef ORDO_CODE_IDENTITY_H
#define ORDO_CODE_IDENTITY_H

#include "profile/raw/raw_reader.h"

struct ordo_code_identity;

struct ordo_code_identities {
    struct ordo_code_identity *list; /* one for each object file */
    size_t n, capacity;
};

/* Adds the object files of the process. */
enum ordo_status ordo_code_identities_add(struct ordo_code_identities *c,
                                          const struct ordo_raw_reader *r,
                                          struct ordo_error *error);

/* Returns the identities, as in ordo_run.code; the caller frees the string. */
char *ordo_code_identities_text(struct ordo_code_identities *c);
void ordo_code_identities_done(struct ordo_code_identities *c);

#endif
