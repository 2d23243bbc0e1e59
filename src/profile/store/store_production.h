/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_production.h: the rows of the section "production" (docs/profile-format.md).
 *
 * Threads: reentrant
 */
#ifndef ORDO_STORE_PRODUCTION_H
#define ORDO_STORE_PRODUCTION_H

#include "profile/store/store_row.h"

void ordo_sampling_row(struct ordo_row *r, void *item);
void ordo_gated_row(struct ordo_row *r, void *item);
void ordo_sample_sums_row(struct ordo_row *r, void *item);
void ordo_sample_row(struct ordo_row *r, void *item);

#endif
