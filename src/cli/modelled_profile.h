/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modelled_profile.h: loads a profile with its models, for every command that shows growth.
 *
 * Models that the file stores are used; otherwise they are fitted and stored.
 *
 * Errors:  those of ordo_profile_load and ordo_analyse; *p and *a are then invalid
 * Owner:   the caller; *a is freed by ordo_analysis_free, then *p by ordo_profile_free
 * Threads: reentrant
 */
#ifndef ORDO_MODELLED_PROFILE_H
#define ORDO_MODELLED_PROFILE_H

#include "analysis/analyse.h"
#include "base/status.h"
#include <stdbool.h>

/* Loads the profile at `path` and its models. whole: with points; otherwise points may be absent,
 * which is enough to rank scopes. */
enum ordo_status ordo_modelled_profile_load(const char *path, bool whole,
                                            const struct ordo_analyse_options *options,
                                            struct ordo_profile **p, struct ordo_analysis **a,
                                            struct ordo_error *error);

#endif
