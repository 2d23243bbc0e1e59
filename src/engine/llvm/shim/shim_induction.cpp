// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_induction.cpp: counts a loop's iterations by an induction variable (see shim_induction.h).

#include "shim_induction.h"

#include "llvm/ADT/bit.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

// A value of 64 bits may wrap if 2^48 iterations or more come before it repeats.
enum { WORD = 64, LOST_BITS = 16 };

// Returns the change per iteration; 0: it is not constant.
static APInt step_of(ScalarEvolution &SE, const SCEVAddRecExpr *R) {
    auto *C = R->isAffine() ? dyn_cast<SCEVConstant>(R->getStepRecurrence(SE)) : nullptr;
    return C ? C->getAPInt() : APInt(WORD, 0);
}

// Does the growth of the value determine the number of iterations? The value must have 64 or 32
// bits; with 32 it must not wrap.
static bool counts_all(ScalarEvolution &SE, const SCEV *S) {
    auto *R = dyn_cast<SCEVAddRecExpr>(S);
    auto bits = R ? SE.getTypeSizeInBits(R->getType()) : 0;
    if ((bits != WORD && bits != WORD / 2) || step_of(SE, R).isZero()) return false;
    if (R->hasNoSignedWrap() || R->hasNoUnsignedWrap()) return true;
    return bits == WORD && step_of(SE, R).countTrailingZeros() <= LOST_BITS;
}

// A start that is not a constant has to be kept until the loop is left.
unsigned induction::price() const {
    enum { KEPT = 3, SHIFT = 1, PRODUCT = 2 };
    bool known = isa<ConstantInt>(start) || isa<ConstantPointerNull>(start);
    return (known ? 0 : KEPT) + (step == 1 ? 0 : isPowerOf2_64(step) ? SHIFT : PRODUCT);
}

static induction as_induction(ScalarEvolution &SE, const Loop *L, PHINode &P) {
    induction I;
    const SCEV *S = SE.isSCEVable(P.getType()) ? SE.getSCEV(&P) : nullptr;
    if (!S || !counts_all(SE, S)) return I;
    auto *R = cast<SCEVAddRecExpr>(S);
    if (R->getLoop() != L) return I;
    I.falls = step_of(SE, R).isNegative();
    I.step = step_of(SE, R).abs().getZExtValue();
    I.start = P.getIncomingValueForBlock(L->getLoopPreheader());
    I.at_begin = &P;
    Value *next = P.getIncomingValueForBlock(L->getLoopLatch());
    const SCEV *grown = R->getPostIncExpr(SE);
    if (SE.getSCEV(next) == grown && counts_all(SE, grown)) I.at_end = next;
    return I;
}

static bool is_better(const induction &I, const induction &than) {
    if (I.is_made_one() != than.is_made_one()) return than.is_made_one();
    return I.price() < than.price();
}

induction find_induction(ScalarEvolution &SE, const Loop *L) {
    induction best;
    if (!L->getLoopPreheader() || !L->getLoopLatch()) return best;
    for (PHINode &P : L->getHeader()->phis())
        if (induction I = as_induction(SE, L, P); I.at_begin)
            if (!best.at_begin || is_better(I, best)) best = I;
    return best;
}

// Returns the inverse of an odd number modulo 2^64 by Newton's iteration. An odd number is its own
// inverse in the lowest three bits, and each step doubles the number of correct bits.
static uint64_t inverse(uint64_t n) {
    uint64_t x = n;
    for (int right = 3; right < WORD; right *= 2) x *= 2 - n * x;
    return x;
}

static Value *as_integer(Value *V, IRBuilder<> &B) {
    return V->getType()->isPointerTy() ? B.CreatePtrToInt(V, B.getInt64Ty()) : V;
}

// Hides the value from LLVM's strength reduction, which would otherwise keep the difference in a
// register of its own, because it grows with the value.
static Value *hidden(Value *V, IRBuilder<> &B) {
    Type *T = V->getType();
    return B.CreateCall(InlineAsm::get(FunctionType::get(T, T, false), "", "=r,0", false), V);
}

Value *iterations_before(const induction &I, Value *value, IRBuilder<> &B) {
    Value *from = as_integer(I.start, B), *to = as_integer(hidden(value, B), B);
    Value *grown = I.falls ? B.CreateSub(from, to) : B.CreateSub(to, from);
    grown = B.CreateZExt(grown, B.getInt64Ty());
    unsigned twos = (unsigned)countr_zero(I.step);
    if (twos) grown = B.CreateLShr(grown, twos);
    uint64_t odd = I.step >> twos; // the division is exact: multiply by the inverse
    return odd == 1 ? grown : B.CreateMul(grown, B.getInt64(inverse(odd)));
}
