/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * recording_settings.h: the options of `ordo record`, checked and put into the forms that the
 * runtime and the profile builder want.
 *
 * Errors:  ORDO_BAD_INPUT names the option and its value
 * Memory:  ended by ordo_recording_settings_done; names point into its own words
 */
#ifndef ORDO_RECORDING_SETTINGS_H
#define ORDO_RECORDING_SETTINGS_H

#include "base/status.h"
#include "cli/recording.h"

struct ordo_recording_settings {
    struct ordo_words environment; /* NAME=VALUE for the program, but for ORDO_RAW_DIR */
    uint32_t cell_bytes;           /* 0: the runtime's default */
    const char *only_valgrind;     /* an option that the compiled engine does not have, or NULL */
    uint64_t wait_ms;
    struct ordo_feature_value *features;
    size_t n_features;
    struct ordo_words feature_names;
};

enum ordo_status ordo_recording_settings_read(const struct ordo_recording *r,
                                              struct ordo_recording_settings *out,
                                              struct ordo_error *error);
/* Whether the engine that was chosen has what is asked for. */
enum ordo_status ordo_recording_settings_check_engine(const struct ordo_recording_settings *s,
                                                      bool valgrind, struct ordo_error *error);
void ordo_recording_settings_done(struct ordo_recording_settings *s);

#endif
