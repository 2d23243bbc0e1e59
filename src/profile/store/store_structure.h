/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * store_structure.h: the rows of the section "structure" (docs/profile-format.md).
 *
 * Threads: reentrant
 */
#ifndef ORDO_STORE_STRUCTURE_H
#define ORDO_STORE_STRUCTURE_H

#include "profile/store/store_row.h"

void ordo_type_row(struct ordo_row *r, void *item);
void ordo_advance_row(struct ordo_row *r, void *item);
void ordo_choice_row(struct ordo_row *r, void *item);
void ordo_invocation_row(struct ordo_row *r, void *item);
void ordo_input_row(struct ordo_row *r, void *item);
void ordo_fact_row(struct ordo_row *r, void *item);

#endif
