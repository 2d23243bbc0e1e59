/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording_settings.h: checks the options of `ordo record` and converts them for the runtime and
 * the profile builder.
 *
 * Errors:  ORDO_BAD_INPUT; the message names the option and its value
 * Memory:  ended by ordo_recording_settings_done; names of features point into feature_names
 */
#ifndef ORDO_RECORDING_SETTINGS_H
#define ORDO_RECORDING_SETTINGS_H

#include "base/status.h"
#include "cli/recording_options.h"
#include "profile/profile.h"

struct ordo_recording_settings {
    struct ordo_words environment; /* NAME=VALUE to set, NAME to unset; without ORDO_RAW_DIR */
    uint32_t cell_bytes;           /* 0: the runtime's default */
    const char *only_valgrind;     /* an option that only Valgrind supports, or NULL */
    uint64_t wait_ms;
    struct ordo_feature_value *features;
    size_t n_features;
    struct ordo_words feature_names;
};

/* Reads the options of *r. After an error there is nothing to free. */
enum ordo_status ordo_recording_settings_read(const struct ordo_recording *r,
                                              struct ordo_recording_settings *out,
                                              struct ordo_error *error);

/* Returns ORDO_BAD_INPUT if the chosen engine does not support one of the options. */
enum ordo_status ordo_recording_settings_check_engine(const struct ordo_recording_settings *s,
                                                      bool valgrind, struct ordo_error *error);

void ordo_recording_settings_done(struct ordo_recording_settings *s);

#endif
