// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_kept_tags.h: corrects tags of loops (shim_tags.h) after passes of LLVM that drop them or
// leave them on the wrong block. Only for the shim.
#ifndef ORDO_LLVM_SHIM_KEPT_TAGS_H
#define ORDO_LLVM_SHIM_KEPT_TAGS_H

#include "llvm/IR/PassInstrumentation.h"

// Registers functions that run before and after these passes as long as the pipeline runs.
void shim_keep_tags(llvm::PassInstrumentationCallbacks &callbacks);

#endif
