/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_cache.h: an analysis kept in the profile's file, so that the next report need not fit.
 *
 * What is kept is valid for these points and this version of the models (profile/cache.h); small
 * profiles are fitted faster than their file is rewritten and keep nothing.
 *
 * Threads: reentrant
 */
#ifndef ORDO_MODEL_CACHE_H
#define ORDO_MODEL_CACHE_H

#include "model/analysis.h"

/* Series from which on an analysis is worth keeping. */
#define ORDO_MODEL_CACHE_SERIES 256

/* The kept analysis of the profile at `path`, of which *p, a summary is enough, was loaded; NULL:
 * there is none. Ended by ordo_analysis_free. */
struct ordo_analysis *ordo_model_cache_read(const char *path, const struct ordo_profile *p);

/* Keeps it, if it can and if it is worth it. */
void ordo_model_cache_write(const char *path, const struct ordo_analysis *a);

#endif
