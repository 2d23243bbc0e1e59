// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_versions.cpp: brings loops into a form in which they can be copied, and finds what prevents
// copying (see shim_versions.h).
//
// Loops first get LLVM's canonical form: a preheader, one latch, exit blocks that only the loop
// leads to, and a PHI of an exit block for each value that is used after the loop (LCSSA). A loop
// that tests before each iteration becomes a test and a loop that begins with its body, unless the
// test reads memory or LLVM has rotated the loop already.
//
// Some loops have many exits that continue at one place, where each exit first computes a value
// from values of the loop: a comparison that returns which operand is greater. The blocks of these
// computations become tails of the loop and are copied with it. The loop then has one exit and
// leaves one value, instead of the operands of each exit's computation.
//
// Each landing pad that a loop leads to becomes a block of its own, and the block after it takes
// all of its values by PHIs, so that other code can also jump to that block.

#include "shim_versions.h"
#include "shim_selectors.h"
#include "shim_separate_loop.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/InstructionSimplify.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/TargetParser/Triple.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LoopRotationUtils.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

// Limits of tests that are copied in front of their loop: instructions in one part, parts.
enum { MAX_TEST = 16, MAX_PARTS = 4 };

// ---- the form

namespace {
// Brings a routine's loops into the form.
struct form {
    Function &F;
    DominatorTree &DT;
    LoopInfo &LI;
    AssumptionCache &AC;
    TargetLibraryInfo &TLI;

    void simplify(bool with_lcssa) {
        for (Loop *top : LI) simplifyLoop(top, &DT, &LI, nullptr, &AC, nullptr, with_lcssa);
        for (Loop *top : LI) formLCSSARecursively(*top, DT, &LI, nullptr);
    }
    void set_apart_from_its_test(Loop *L);
    void test_once_before(Loop *L);
    void make() {
        simplify(false);
        for (Loop *L : LI.getLoopsInPreorder()) test_once_before(L);
        simplify(true);
    }
};
} // namespace

// Splits a loop of one block: the jump back becomes a block of its own, the latch.
void form::set_apart_from_its_test(Loop *L) {
    BasicBlock *test = L->getHeader();
    MDNode *id = test->getTerminator()->getMetadata(LLVMContext::MD_loop);
    BasicBlock *body = SplitEdge(test, test, &DT, &LI);
    test->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
    body->getTerminator()->setMetadata(LLVMContext::MD_loop, id);
}

// Rotates loops that LLVM did not rotate. LLVM rotates only one part of a test that has several. A
// test that reads memory stays in the loop, because what it reads is the loop's input.
void form::test_once_before(Loop *L) {
    const DataLayout &layout = F.getParent()->getDataLayout();
    TargetTransformInfo TTI(layout);
    SimplifyQuery query(layout, &TLI, &DT, &AC);
    for (unsigned part = 0; part < MAX_PARTS && shim_begins_with_condition(L); part++) {
        BasicBlock *test = L->getHeader();
        if (any_of(*test, [](const Instruction &I) { return I.mayReadOrWriteMemory(); })) return;
        if (test == L->getLoopLatch()) set_apart_from_its_test(L);
        if (!LoopRotation(L, &LI, &TTI, &AC, &DT, nullptr, nullptr, query, true, MAX_TEST, true))
            return;
        shim_forget_test_of_rotated(L, test);
    }
}

extern "C" void shim_form_loops(LLVMValueRef fn) {
    Function &F = *unwrap<Function>(fn);
    DominatorTree DT(F);
    LoopInfo LI(DT);
    AssumptionCache AC(F);
    TargetLibraryInfoImpl TLII(Triple(F.getParent()->getTargetTriple()));
    TargetLibraryInfo TLI(TLII);
    form{F, DT, LI, AC, TLI}.make();
}

extern "C" void shim_find_growing(LLVMValueRef fn, unsigned few, bool *grows) {
    Function &F = *unwrap<Function>(fn);
    DominatorTree DT(F);
    LoopInfo LI(DT);
    if (LI.empty()) return;
    AssumptionCache AC(F);
    TargetLibraryInfoImpl TLII(Triple(F.getParent()->getTargetTriple()));
    TargetLibraryInfo TLI(TLII);
    ScalarEvolution SE(F, TLI, AC, DT, LI);
    for (Loop *L : LI.getLoopsInPreorder()) {
        int scope = shim_scope_of(L);
        if (scope < 0 || grows[scope]) continue;
        unsigned trips = SE.getSmallConstantMaxTripCount(L);
        grows[scope] = !trips || trips > few;
    }
}

shim_versions::shim_versions(Function &f)
    : F(f), DT(f), LI(DT), AC(f), TLII(Triple(f.getParent()->getTargetTriple())), TLI(TLII) {
    shim_localise_type_ids(F);
    form{F, DT, LI, AC, TLI}.make();
    DenseMap<BasicBlock *, BasicBlock *> after;
    for (Loop *L : LI.getLoopsInPreorder()) {
        SmallVector<BasicBlock *, 4> exits;
        L->getUniqueExitBlocks(exits);
        for (BasicBlock *E : exits)
            if (E->isLandingPad() && !after.count(E)) after[E] = split_behind_pad(E);
    }
    for (Loop *L : LI.getLoopsInPreorder()) {
        number[L] = (int)loops.size();
        loops.emplace_back();
        loops.back().L = L;
        loops.back().test = shim_test_of(L);
        join_exits(loops.back());
        for (BasicBlock *E : loops.back().exits)
            loops.back().after.push_back(after.count(E) ? after[E] : E);
    }
    shim_find_selections(F, selections);
    SE = std::make_unique<ScalarEvolution>(F, TLI, AC, DT, LI);
}

// Does the block only compute values for the block that follows it?
bool shim_versions::may_be_tail(const Loop *L, const BasicBlock *E) {
    auto *on = dyn_cast<BranchInst>(E->getTerminator());
    if (!on || on->isConditional() || E->isEHPad() || E->hasAddressTaken()) return false;
    const BasicBlock *J = on->getSuccessor(0);
    if (LI.getLoopFor(E) != L->getParentLoop() || J->isEHPad()) return false;
    for (const Instruction &I : *E) {
        if (I.isDebugOrPseudoInst() || &I == on) continue;
        if (I.mayHaveSideEffects() || I.mayReadFromMemory() || isa<CallBase>(I) ||
            isa<AllocaInst>(I) || I.getType()->isTokenTy())
            return false;
        for (const Use &U : I.uses()) {
            auto *P = dyn_cast<PHINode>(U.getUser());
            bool joins = P && P->getParent() == J && P->getIncomingBlock(U) == E;
            if (!joins && cast<Instruction>(U.getUser())->getParent() != E) return false;
        }
    }
    return true;
}

static size_t values(const BasicBlock *B) {
    return (size_t)std::distance(B->phis().begin(), B->phis().end());
}

void shim_versions::join_exits(separate_loop &s) {
    SmallVector<BasicBlock *, 4> exits;
    s.L->getUniqueExitBlocks(exits);
    MapVector<BasicBlock *, SmallVector<BasicBlock *, 4>> before;
    for (BasicBlock *E : exits)
        if (may_be_tail(s.L, E)) before[E->getSingleSuccessor()].push_back(E);
    for (auto &b : before) {
        size_t apart = 0;
        for (BasicBlock *E : b.second) apart += values(E);
        if (b.second.size() < 2 || apart <= values(b.first)) continue;
        for (BasicBlock *E : b.second) s.tails.insert(E), tail_of[E] = s.L;
        s.exits.push_back(
            SplitBlockPredecessors(b.first, b.second, ".joined", &DT, &LI, nullptr, true));
    }
    for (BasicBlock *E : exits)
        if (!s.tails.count(E)) s.exits.push_back(E);
}

// Splits a block behind its landing pad. The new block, which is returned, takes by PHIs the values
// of the landing pad's own PHIs, in their order, and then the exception.
BasicBlock *shim_versions::split_behind_pad(BasicBlock *E) {
    LandingPadInst *pad = E->getLandingPadInst();
    BasicBlock *A = SplitBlock(E, pad->getNextNode(), &DT, &LI);
    SmallVector<Instruction *, 4> values;
    for (PHINode &P : E->phis()) values.push_back(&P);
    values.push_back(pad);
    Instruction *first = A->getFirstNonPHI();
    for (Instruction *V : values) {
        PHINode *N = PHINode::Create(V->getType(), 2, "", first);
        V->replaceAllUsesWith(N);
        N->addIncoming(V, E);
    }
    return A;
}

// ---- obstacles

static bool is_code_call(const Instruction &I) {
    auto *C = dyn_cast<CallBase>(&I);
    return C && !C->isInlineAsm() && !isa<IntrinsicInst>(C);
}

// Does the intrinsic refer to the frame of the function that it is in?
static bool is_of_frame(const Instruction &I) {
    auto *C = dyn_cast<IntrinsicInst>(&I);
    if (!C) return false;
    switch (C->getIntrinsicID()) {
    case Intrinsic::vastart:
    case Intrinsic::frameaddress:
    case Intrinsic::returnaddress:
    case Intrinsic::addressofreturnaddress:
    case Intrinsic::localescape:
    case Intrinsic::localrecover:
    case Intrinsic::eh_typeid_for:
        return C->getIntrinsicID() != Intrinsic::eh_typeid_for;
    default:
        return false;
    }
}

static bool is_jumped_to(const BasicBlock &B) {
    return B.hasAddressTaken() || isa<IndirectBrInst>(B.getTerminator());
}

static const char *uncopyable(const BasicBlock &B) {
    if (isa<CallBrInst>(B.getTerminator())) return "jumps in assembly";
    for (const Instruction &I : B)
        if (auto *C = dyn_cast<CallBase>(&I))
            if (C->cannotDuplicate()) return "has code that must not be copied";
    return nullptr;
}

extern "C" bool shim_is_coroutine(LLVMValueRef fn) {
    return unwrap<Function>(fn)->isPresplitCoroutine();
}

extern "C" bool shim_has_computed_jumps(LLVMValueRef fn) {
    for (BasicBlock &B : *unwrap<Function>(fn))
        if (is_jumped_to(B)) return true;
    return false;
}

extern "C" const char *shim_uncopyable(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    if (F->hasFnAttribute(Attribute::Naked)) return "is naked";
    if (F->isPresplitCoroutine()) return "is a coroutine";
    for (BasicBlock &B : *F)
        if (const char *why = uncopyable(B)) return why;
    return nullptr;
}

// A call of the loop's function has one landing pad, so all landing pads that the loop leads to
// must have the same clauses. A call in the loop that has no landing pad in the routine gets that
// of the loop's function. This is correct only if that pad has no clauses: a cleanup can pass the
// exception on, but clauses of a handler would stop it.
static const char *exceptional_obstacle(const separate_loop &s) {
    for (BasicBlock *E : s.exits)
        if (E->isEHPad() && !E->isLandingPad()) return "may be left by an exception";
    if (!s.pad) return nullptr;
    for (BasicBlock *E : s.exits) {
        LandingPadInst *other = E->getLandingPadInst();
        if (!other) continue;
        bool same = other->getType() == s.pad->getType() &&
                    other->getNumClauses() == s.pad->getNumClauses();
        for (unsigned i = 0; same && i < other->getNumClauses(); i++)
            same = other->getClause(i) == s.pad->getClause(i);
        if (!same) return "may be left by exceptions in different ways";
    }
    if (s.pad->getNumClauses() == 0) return nullptr;
    for (BasicBlock *B : s.L->blocks())
        for (Instruction &I : *B)
            if (isa<CallInst>(I) && !cast<CallInst>(I).doesNotThrow() && !isa<IntrinsicInst>(I))
                return "may be left by exceptions in different ways";
    return nullptr;
}

static const char *obstacle(const shim_versions &b, const separate_loop &s) {
    const Loop *L = s.L;
    for (auto &x : b.selections)
        if (L->contains(x.first) != L->contains(x.second)) return "chooses a handler outside of it";
    if (!L->isLoopSimplifyForm()) return "is entered by a computed jump";
    if (const char *why = exceptional_obstacle(s)) return why;
    for (BasicBlock *B : L->blocks()) {
        if (is_jumped_to(*B)) return "has computed jumps";
        if (const char *why = uncopyable(*B)) return why;
    }
    for (BasicBlock *B : L->blocks())
        for (Instruction &I : *B) {
            if (I.getType()->isTokenTy()) return "has tokens";
            if (isa<AllocaInst>(I)) return "allocates memory of its routine";
            if (is_of_frame(I)) return "looks at its routine's frame";
            if (auto *C = dyn_cast<CallBase>(&I))
                if (C->hasFnAttr(Attribute::ReturnsTwice)) return "calls what returns twice";
        }
    return nullptr;
}

// Returns how many of the calls in B one iteration of L makes on average.
static double calls_per_iteration(const Loop *L, const BasicBlock *B,
                                  const BlockFrequencyInfo &often) {
    auto calls = (double)count_if(*B, is_code_call);
    return calls * (double)often.getBlockFreq(B).getFrequency() /
           (double)often.getBlockFreq(L->getHeader()).getFrequency();
}

// Is computing the number of iterations at the exits no more expensive than a counter in a
// register, which takes one instruction per iteration?
static bool counts_best(const separate_loop &s, const BlockFrequencyInfo &often) {
    if (s.counts.is_made_one()) return false; // a counter takes no additional register then
    return s.counts.price() * (double)often.getBlockFreq(s.L->getLoopPreheader()).getFrequency() <=
           (double)often.getBlockFreq(s.L->getHeader()).getFrequency();
}

static void find_facts(shim_versions *b, separate_loop &s, const BlockFrequencyInfo &often) {
    struct shim_loop_facts *out = &s.facts;
    out->parent = s.L->getParentLoop() ? b->number[s.L->getParentLoop()] : -1;
    out->scope = shim_scope_of(s.L, &out->wanted);
    for (BasicBlock *B : s.L->blocks()) {
        out->calls |= any_of(*B, is_code_call);
        out->calls_per_iteration += calls_per_iteration(s.L, B, often);
        out->size += (unsigned)B->sizeWithoutDebug();
    }
    s.counts = find_induction(*b->SE, s.L);
    out->has_induction = s.counts.at_begin;
    out->induction_counts = out->has_induction && counts_best(s, often);
    out->trips = b->SE->getSmallConstantMaxTripCount(s.L);
    for (BasicBlock *E : s.exits)
        if (LandingPadInst *pad = E->getLandingPadInst()) {
            if (!s.pad) s.pad = pad;
            s.cleans |= pad->isCleanup();
        }
    out->obstacle = obstacle(*b, s);
}

extern "C" shim_versions *shim_versions_new(LLVMValueRef fn) {
    shim_versions *b = new shim_versions(*unwrap<Function>(fn));
    if (b->loops.empty()) return b;
    BranchProbabilityInfo likely(b->F, b->LI, &b->TLI, &b->DT);
    BlockFrequencyInfo often(b->F, likely, b->LI);
    unsigned size = 0;
    for (BasicBlock &B : b->F) size += (unsigned)B.sizeWithoutDebug();
    for (separate_loop &s : b->loops) {
        find_facts(b, s, often);
        s.facts.routine = size;
    }
    return b;
}

extern "C" void shim_versions_free(shim_versions *b) {
    delete b;
}

extern "C" unsigned shim_versions_loops(shim_versions *b) {
    return (unsigned)b->loops.size();
}

extern "C" void shim_versions_loop(shim_versions *b, unsigned loop, struct shim_loop_facts *out) {
    *out = b->loops[loop].facts;
}
