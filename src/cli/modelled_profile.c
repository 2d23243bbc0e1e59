/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * modelled_profile.c: without `whole`, tries a summary first, because reading the stored models of
 * a large profile takes a fraction of the time that reading its points takes.
 */
#include "cli/modelled_profile.h"

#include "analysis/analyse.h"
#include "analysis/model_cache.h"
#include "cli/raw_runs.h"

enum ordo_status ordo_modelled_profile_load(const char *path, bool whole,
                                            const struct ordo_analyse_options *options,
                                            struct ordo_profile **p, struct ordo_analysis **a,
                                            struct ordo_error *error) {
    *a = NULL;
    ORDO_TRY(ordo_any_profile_load(path, whole ? ORDO_LOAD_ALL : ORDO_LOAD_SUMMARY, p, error));
    /* Models of samples need all samples; raw files cannot store models. */
    bool other_factor = options && options->factor > 0 && options->factor != 10;
    bool cached = !(*p)->has_production && !ordo_profile_is_raw(path) && !other_factor &&
                  !(options && options->space);
    *a = cached ? ordo_model_cache_read(path, *p) : NULL;
    enum ordo_status status = ORDO_OK;
    if (!*a && !(*p)->has_points) {
        ordo_profile_free(*p);
        ORDO_TRY(ordo_profile_load(path, ORDO_LOAD_ALL, p, error));
    }
    if (!cached) {
        status = ordo_analyse_for_report(*p, options, a, error);
    } else {
        if (!*a) {
            status = ordo_analyse_models(*p, options, a, error);
            if (status == ORDO_OK) ordo_model_cache_write(path, *a);
        }
        if (status == ORDO_OK) status = ordo_analyse_rest(*a, options, error);
    }
    if (status != ORDO_OK) ordo_profile_free(*p);
    return status;
}
