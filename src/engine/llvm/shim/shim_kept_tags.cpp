// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_kept_tags.cpp: corrects tags of loops after LLVM's passes (see shim_kept_tags.h).
//
// Rotation puts a copy of a loop's test in front of the loop and leaves the tagged test at the
// loop's end. Jumps that are merged, replaced or redirected lose their metadata. Example: if
// `break` leaves a loop from within a block that declares variables, the jump back is at first a
// case of a switch. SimplifyCFG turns that into a branch, and JumpThreading bypasses it. Both
// passes keep the loop's header, so the tag is put back on the blocks that jump to the header.

#include "shim_kept_tags.h"
#include "shim_tags.h"

#include "llvm/ADT/Any.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/TrackingMDRef.h"
#include "llvm/IR/ValueHandle.h"

using namespace llvm;

// State before the pass that runs now. Passes of one thread do not overlap.
namespace {
struct noted_loop {
    WeakVH header;
    TypedTrackingMDRef<MDNode> id;
};
} // namespace
static thread_local const BasicBlock *rotated_header;
static thread_local SmallVector<noted_loop, 8> noted_loops;

static Loop *rotated(StringRef pass, const Any &code) {
    if (pass != "LoopRotatePass") return nullptr;
    const Loop *const *L = any_cast<const Loop *>(&code);
    return L ? const_cast<Loop *>(*L) : nullptr;
}

static Function *jumps_changed(StringRef pass, const Any &code) {
    if (pass != "SimplifyCFGPass" && pass != "JumpThreadingPass") return nullptr;
    const Function *const *F = any_cast<const Function *>(&code);
    return F ? const_cast<Function *>(*F) : nullptr;
}

static SmallVector<BasicBlock *, 4> latches_of(const Loop *L) {
    SmallVector<BasicBlock *, 4> latches;
    L->getLoopLatches(latches);
    return latches;
}

static void find_notes(Function &F) {
    noted_loops.clear();
    if (none_of(F, [](const BasicBlock &B) { return shim_loop_note(&B); })) return;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (Loop *L : LI.getLoopsInPreorder()) {
        MDNode *id = nullptr;
        for (BasicBlock *latch : latches_of(L)) shim_loop_note(latch, &id);
        if (id) noted_loops.push_back({WeakVH(L->getHeader()), TypedTrackingMDRef<MDNode>(id)});
    }
}

static bool is_noted(const BasicBlock *header, const MDNode *id) {
    return any_of(predecessors(header), [&](const BasicBlock *B) {
        return B->getTerminator()->getMetadata(LLVMContext::MD_loop) == id;
    });
}

static void put_back(Function &F) {
    SmallVector<std::pair<BasicBlock *, MDNode *>, 8> bare;
    for (noted_loop &n : noted_loops) {
        auto *header = dyn_cast_or_null<BasicBlock>(static_cast<Value *>(n.header));
        if (header && header->getParent() == &F && !is_noted(header, n.id.get()))
            bare.push_back({header, n.id.get()});
    }
    noted_loops.clear();
    if (bare.empty()) return;
    DominatorTree DT(F);
    LoopInfo LI(DT);
    for (auto &b : bare) {
        const Loop *L = LI.getLoopFor(b.first);
        if (!L || L->getHeader() != b.first || shim_scope_of(L) >= 0) continue; // nothing to do
        for (BasicBlock *latch : latches_of(L))
            latch->getTerminator()->setMetadata(LLVMContext::MD_loop, b.second);
    }
}

void shim_keep_tags(PassInstrumentationCallbacks &callbacks) {
    callbacks.registerBeforeNonSkippedPassCallback([](StringRef pass, Any code) {
        if (Loop *L = rotated(pass, code)) rotated_header = L->getHeader();
        if (Function *F = jumps_changed(pass, code)) find_notes(*F);
    });
    callbacks.registerAfterPassCallback([](StringRef pass, Any code, const PreservedAnalyses &) {
        if (Loop *L = rotated(pass, code)) shim_forget_test_of_rotated(L, rotated_header);
        if (Function *F = jumps_changed(pass, code)) put_back(*F);
    });
}
