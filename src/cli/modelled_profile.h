/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modelled_profile.h: a profile with its models, the way every command that shows growth takes
 * them from a file: models that the file keeps are used, others are fitted and kept.
 *
 * Errors:  as of ordo_profile_load and ordo_analyse; *p and *a are then not set
 * Owner:   *a by ordo_analysis_free, before *p by ordo_profile_free
 * Threads: reentrant
 */
#ifndef ORDO_MODELLED_PROFILE_H
#define ORDO_MODELLED_PROFILE_H

#include "base/status.h"
#include "model/analysis.h"
#include <stdbool.h>

/* whole: with points; otherwise they may be absent, which is enough to rank. */
enum ordo_status ordo_modelled_profile_load(const char *path, bool whole, struct ordo_profile **p,
                                            struct ordo_analysis **a, struct ordo_error *error);

#endif
