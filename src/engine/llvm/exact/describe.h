/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * describe.h: the module's tables of scopes and callees (abi.h), and its registration.
 */
#ifndef ORDO_LLVM_DESCRIBE_H
#define ORDO_LLVM_DESCRIBE_H

#include "engine/llvm/ir/pass.h"

/* Declares and defines the tables of scopes and callees. */
void opass_tables_declare(struct opass *p);
void opass_tables_define(struct opass *p);
void opass_callee_table_declare(struct opass *p);
void opass_scope_table_define(struct opass *p);
/* Defines everything except the scopes. */
void opass_module_define(struct opass *p);

#endif
