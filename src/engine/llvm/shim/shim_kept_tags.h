// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_kept_tags.h: notes on loops (shim_tags.h) through passes of LLVM that would leave them where
// they are no longer true, or drop them. For the shim's own files.
#ifndef ORDO_LLVM_SHIM_KEPT_TAGS_H
#define ORDO_LLVM_SHIM_KEPT_TAGS_H

#include "llvm/IR/PassInstrumentation.h"

// Looks at loops before and after these passes, for as long as the pipeline runs.
void shim_keep_tags(llvm::PassInstrumentationCallbacks &callbacks);

#endif
