/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "globals.h"
#include "source_names.h"

#include <llvm-c/Target.h>

/* No two variables share a cell by accident of layout (docs/measurement.md, Sizes). Variables in
 * named sections keep their layout, because programs walk such sections as arrays. Ordo's own
 * tables are not cells of the program. */
void opass_align_globals(struct opass *p) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(p->m);
    for (LLVMValueRef g = LLVMGetFirstGlobal(p->m); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMGetSection(g);
        if (LLVMIsDeclaration(g) || (section && *section)) continue;
        if (LLVMGetLinkage(g) == LLVMAvailableExternallyLinkage) continue;
        size_t n;
        const char *name = LLVMGetValueName2(g, &n);
        if (opass_starts_with(name, "llvm.") || opass_starts_with(name, "__ordo_")) continue;
        unsigned align = LLVMGetAlignment(g);
        if (!align) align = LLVMPreferredAlignmentOfGlobal(layout, g); /* which code relies on */
        LLVMSetAlignment(g, align < ORDO_CELL_INLINE ? ORDO_CELL_INLINE : align);
    }
}
