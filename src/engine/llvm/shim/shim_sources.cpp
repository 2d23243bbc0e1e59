// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_sources.cpp: see shim_sources.h. Notes are named metadata of the module.

#include "shim_sources.h"
#include "shim.h"
#include "shim_separate_loop.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

static const char notes[] = "ordo.routines";

void shim_note_routine(LLVMModuleRef m, LLVMValueRef fn, unsigned number) {
    DISubprogram *SP = unwrap<Function>(fn)->getSubprogram();
    if (!SP) return;
    LLVMContext &C = unwrap(m)->getContext();
    auto *N = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), number));
    unwrap(m)->getOrInsertNamedMetadata(notes)->addOperand(MDNode::get(C, {SP, N}));
}

void shim_noted_routines(LLVMModuleRef m, void *to, void (*each)(void *, const void *, unsigned)) {
    NamedMDNode *all = unwrap(m)->getNamedMetadata(notes);
    if (!all) return;
    for (const MDNode *note : all->operands())
        if (auto *SP = dyn_cast_or_null<DISubprogram>(note->getOperand(0)))
            each(to, SP,
                 (unsigned)mdconst::extract<ConstantInt>(note->getOperand(1))->getZExtValue());
    all->eraseFromParent();
}

static unsigned chain(const DILocation *at, const void **out, unsigned most) {
    unsigned n = 0;
    for (; at && n < most; at = at->getInlinedAt()) out[n++] = at->getScope()->getSubprogram();
    return n;
}

unsigned shim_sources(LLVMValueRef inst, const void **out, unsigned most) {
    return chain(unwrap<Instruction>(inst)->getDebugLoc().get(), out, most);
}

unsigned shim_sources_of_loop(shim_versions *b, unsigned loop, const void **out, unsigned most) {
    const Loop *L = b->loops[loop].L;
    if (const DILocation *at = L->getStartLoc().get()) return chain(at, out, most);
    return chain(L->getHeader()->getTerminator()->getDebugLoc().get(), out, most);
}

const void *shim_source_of(LLVMValueRef fn) {
    return unwrap<Function>(fn)->getSubprogram();
}

bool shim_source_is_installed(const void *source) {
    const DIFile *file = static_cast<const DISubprogram *>(source)->getFile();
    char path[4096];
    if (!file) return false;
    shim_file_path(file, path, sizeof path);
    StringRef name(path);
#if LLVM_VERSION_MAJOR >= 18
    return name.starts_with("/usr/include/") || name.starts_with("/usr/lib/");
#else
    return name.startswith("/usr/include/") || name.startswith("/usr/lib/");
#endif
}
