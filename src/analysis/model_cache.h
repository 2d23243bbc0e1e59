/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * model_cache.h: stores an analysis in the profile's file, so that the next report need not fit.
 *
 * A stored analysis is valid for the same points and the same version of the models
 * (profile/store/cache.h). Small profiles store none: fitting them is faster than rewriting the
 * file.
 *
 * Threads: reentrant
 */
#ifndef ORDO_MODEL_CACHE_H
#define ORDO_MODEL_CACHE_H

#include "analysis/analysis.h"

/* Least number of series for which an analysis is stored. */
#define ORDO_MODEL_CACHE_SERIES 256

/* Returns the stored analysis of the profile at `path`, or NULL if there is no valid one. *p was
 * loaded from `path`; a summary is enough. Ended by ordo_analysis_free. */
struct ordo_analysis *ordo_model_cache_read(const char *path, const struct ordo_profile *p);

/* Stores the analysis if the profile is large enough. Ignores errors. */
void ordo_model_cache_write(const char *path, const struct ordo_analysis *a);

#endif
