// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_tags.cpp: tags of loops that survive the optimiser (see shim_tags.h).
//
// A tag is a metadata node: a name, the index of the scope, and whether the loop may have a gate.
// It is an operand of the loop metadata of each latch. Branches of the loop's test have it as
// metadata of their own. Until the gates stand, the latches also say that the loop has been peeled
// as often as LLVM peels one: executions and iterations in front of a loop would not be the loop's.

#include "shim_tags.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"

using namespace llvm;

static const char TEST_TAG[] = "ordo.test";
static const char PEELED[] = "llvm.loop.peeled.count";
enum { AS_OFTEN_AS_LLVM_PEELS = 1000 }; // it stops at 7

// Returns the index in a tag; -1: the node is not a tag.
static int scope_in(const MDNode *node) {
    if (!node || node->getNumOperands() != 3) return -1;
    auto *name = dyn_cast_or_null<MDString>(node->getOperand(0));
    if (!name || name->getString() != "ordo.loop") return -1;
    return (int)mdconst::extract<ConstantInt>(node->getOperand(1))->getZExtValue();
}

MDNode *shim_loop_note(const BasicBlock *latch, MDNode **of_loop) {
    MDNode *id = latch->getTerminator()->getMetadata(LLVMContext::MD_loop);
    for (const MDOperand &op : id ? id->operands() : ArrayRef<MDOperand>()) {
        auto *node = dyn_cast_or_null<MDNode>(op.get());
        if (node == id || scope_in(node) < 0) continue;
        if (of_loop) *of_loop = id;
        return node;
    }
    return nullptr;
}

int shim_scope_of(const Loop *L, bool *wanted) {
    SmallVector<BasicBlock *, 4> latches;
    L->getLoopLatches(latches);
    for (BasicBlock *latch : latches)
        if (MDNode *note = shim_loop_note(latch)) {
            if (wanted) *wanted = !mdconst::extract<ConstantInt>(note->getOperand(2))->isZero();
            return scope_in(note);
        }
    return -1;
}

// Returns the loop's blocks from its header up to that of the condition. If `condition` is NULL,
// that is the header if it has the shape of a test, otherwise none.
static SmallSetVector<BasicBlock *, 8> blocks_before(const Loop *L, const BasicBlock *condition) {
    SmallSetVector<BasicBlock *, 8> found;
    BasicBlock *header = L->getHeader();
    if (!condition) {
        if (!shim_test_of(L).empty()) found.insert(header);
        return found;
    }
    found.insert(header);
    for (unsigned i = 0; i < found.size(); i++) {
        if (found[i] == condition) continue;
        for (BasicBlock *S : successors(found[i])) {
            if (S == header) return {}; // an iteration can end before the condition
            if (L->contains(S)) found.insert(S);
        }
    }
    return found;
}

void shim_note_scope(const Loop *L, const BasicBlock *condition, unsigned scope, bool wanted) {
    LLVMContext &C = L->getHeader()->getContext();
    Type *I32 = Type::getInt32Ty(C);
    Metadata *tag[] = {MDString::get(C, "ordo.loop"),
                       ConstantAsMetadata::get(ConstantInt::get(I32, scope)),
                       ConstantAsMetadata::get(ConstantInt::get(I32, wanted))};
    Metadata *peeled[] = {MDString::get(C, PEELED),
                          ConstantAsMetadata::get(ConstantInt::get(I32, AS_OFTEN_AS_LLVM_PEELS))};
    SmallVector<BasicBlock *, 4> latches;
    L->getLoopLatches(latches);
    for (BasicBlock *latch : latches) {
        SmallVector<Metadata *, 6> ops = {nullptr};
        if (MDNode *old = latch->getTerminator()->getMetadata(LLVMContext::MD_loop))
            ops.append(std::next(old->op_begin()), old->op_end());
        ops.push_back(MDNode::get(C, tag));
        ops.push_back(MDNode::get(C, peeled));
        MDNode *id = MDNode::getDistinct(C, ops);
        id->replaceOperandWith(0, id);
        latch->getTerminator()->setMetadata(LLVMContext::MD_loop, id);
    }
    for (BasicBlock *B : blocks_before(L, condition))
        B->getTerminator()->setMetadata(TEST_TAG, MDNode::get(C, tag));
}

// Is it the metadata with which shim_note_scope keeps a loop from being peeled?
static bool keeps_from_peeling(const MDOperand &op) {
    auto *node = dyn_cast_or_null<MDNode>(op.get());
    if (!node || node->getNumOperands() != 2) return false;
    auto *name = dyn_cast_or_null<MDString>(node->getOperand(0));
    auto *count = mdconst::dyn_extract_or_null<ConstantInt>(node->getOperand(1));
    return name && name->getString() == PEELED && count &&
           count->getZExtValue() == AS_OFTEN_AS_LLVM_PEELS;
}

void shim_forget_peeling(Function &F) {
    DenseMap<MDNode *, MDNode *> allowed;
    for (BasicBlock &B : F) {
        Instruction *latch = B.getTerminator();
        MDNode *id = latch->getMetadata(LLVMContext::MD_loop);
        if (!id || !shim_loop_note(&B)) continue;
        MDNode *&to = allowed[id];
        if (!to) {
            SmallVector<Metadata *, 6> ops = {nullptr};
            for (const MDOperand &op : drop_begin(id->operands()))
                if (!keeps_from_peeling(op)) ops.push_back(op.get());
            to = MDNode::getDistinct(id->getContext(), ops);
            to->replaceOperandWith(0, to);
        }
        latch->setMetadata(LLVMContext::MD_loop, to);
    }
}

static bool is_of_condition(const BasicBlock *B, int scope) {
    return scope >= 0 && scope == scope_in(B->getTerminator()->getMetadata(TEST_TAG));
}

static bool may_leave(const Loop *L, const BasicBlock *B) {
    return L->isLoopExiting(B) && isa<BranchInst>(B->getTerminator());
}

bool shim_begins_with_condition(const Loop *L) {
    return may_leave(L, L->getHeader()) && is_of_condition(L->getHeader(), shim_scope_of(L));
}

// By its shape alone, a loop looks like one that begins with its body if its latch may leave it
// too, or if its whole body is in the block of the test (a search that only advances). The tags
// decide in these cases.
shim_test_blocks shim_test_of(const Loop *L) {
    shim_test_blocks test;
    int scope = shim_scope_of(L);
    BasicBlock *header = L->getHeader(), *latch = L->getLoopLatch();
    bool by_shape = may_leave(L, header) && !(latch && L->isLoopExiting(latch));
    if (by_shape || is_of_condition(header, scope)) test.insert(header);
    for (unsigned i = 0; i < test.size(); i++)
        for (BasicBlock *S : successors(test[i]))
            if (L->contains(S) && is_of_condition(S, scope) &&
                all_of(predecessors(S), [&](BasicBlock *P) { return test.count(P); }))
                test.insert(S);
    return test;
}

void shim_forget_test_of_rotated(Loop *L, const BasicBlock *former_header) {
    BasicBlock *latch = L->getLoopLatch();
    if (latch && L->getHeader() != former_header)
        latch->getTerminator()->setMetadata(TEST_TAG, nullptr);
}
