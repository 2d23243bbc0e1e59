// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_loops.cpp: copies routines and loops to functions of their own (see shim_loops.h).
//
// The parameters of a separate loop are its operands from outside the loop. The values that it
// leaves are the PHIs of its exit blocks (shim_versions.cpp). It returns the first few and stores
// the others to a slot of its caller.
//
// Exceptions leave a loop by landing pads outside of it. A separate loop catches them, stores its
// values and the number of the landing pad's exit, and resumes the exception. The call of the loop
// has a landing pad with the clauses of the original pads, and continues behind the original pad
// that the number names.

#include "shim_loops.h"
#include "shim_recorded.h"
#include "shim_separate_loop.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

static const char OWN[] = "ordo.own";

namespace {
// The call of a separate loop in place of the loop.
struct loop_call {
    BasicBlock *block;
    SmallVector<BasicBlock *, 4> ways;              // for each exit: the block that control takes
    SmallVector<SmallVector<Value *, 4>, 4> values; // for each exit: values of its PHIs
};
} // namespace

static void own(Instruction *I) {
    I->setMetadata(OWN, MDNode::get(I->getContext(), {}));
}

extern "C" void shim_mark_own(LLVMValueRef inst) {
    own(unwrap<Instruction>(inst));
}

extern "C" bool shim_is_own(LLVMValueRef inst) {
    return unwrap<Instruction>(inst)->getMetadata(OWN) != nullptr;
}

// ---- copies

static const Value *without_offset(const Value *V) {
    auto *G = dyn_cast<GetElementPtrInst>(V);
    while (G && G->hasAllConstantIndices() && G->getPointerOperand()->getType() == V->getType()) {
        V = G->getPointerOperand();
        G = dyn_cast<GetElementPtrInst>(V);
    }
    return V;
}

// Moves values from `ins` to `derived` if they are casts of others in `ins`, or addresses at a
// constant distance from them. Several fields' addresses are derived from the address of their
// struct, which is added to `ins`.
static void find_derived(SetVector<Value *> &ins, SetVector<Value *> &derived) {
    MapVector<Value *, unsigned> fields;
    for (Value *V : ins)
        if (auto *base = const_cast<Value *>(without_offset(V)); !isa<Constant>(base))
            fields[base]++;
    for (auto &f : fields)
        if (f.second > 1) ins.insert(f.first);
    for (bool changed = true; changed;) {
        changed = false;
        for (Value *V : SmallVector<Value *, 8>(ins.begin(), ins.end())) {
            auto *from = const_cast<Value *>(without_offset(V));
            if (from == V && isa<CastInst>(V) && !V->getType()->isVectorTy())
                from = cast<CastInst>(V)->getOperand(0);
            if (from == V || (!ins.count(from) && !derived.count(from))) continue;
            ins.remove(V);
            derived.insert(V);
            changed = true;
        }
    }
}

// Returns the loop's blocks, then its tails in the order of the routine.
static SmallVector<BasicBlock *, 32> blocks_of(const separate_loop &s) {
    SmallVector<BasicBlock *, 32> blocks(s.L->block_begin(), s.L->block_end());
    if (s.tails.empty()) return blocks;
    for (BasicBlock &B : *s.L->getHeader()->getParent())
        if (s.tails.count(&B)) blocks.push_back(&B);
    return blocks;
}

enum { ARGUMENT_REGISTERS = 6 };

static bool takes_a_register(const Value *V) {
    return V->getType()->isPointerTy() || V->getType()->isIntegerTy();
}

// Returns the number of the argument register that A arrives in, or ARGUMENT_REGISTERS. With other
// calling conventions the number is wrong, which costs only speed.
static size_t register_of(const Argument *A) {
    if (!takes_a_register(A)) return ARGUMENT_REGISTERS;
    const Argument *first = A->getParent()->arg_begin();
    return (size_t)std::count_if(first, A, [](const Argument &B) { return takes_a_register(&B); });
}

// Returns the argument that V is, or differs from by a constant; null: none.
static const Argument *argument_in(const Value *V) {
    auto *moved = dyn_cast<BinaryOperator>(V);
    if (moved && isa<Constant>(moved->getOperand(1))) V = moved->getOperand(0);
    return dyn_cast<Argument>(without_offset(V));
}

// Orders the parameters so that values that the routine got in argument registers are passed in the
// same registers. If the call had to move them, plain code would keep them in other registers from
// the beginning. Values for other kinds of registers come last.
static void keep_in_place(SmallVectorImpl<Value *> &ins) {
    auto others = std::stable_partition(ins.begin(), ins.end(), takes_a_register);
    SmallVector<Value *, 8> left(ins.begin(), others);
    SmallVector<Value *, 8> place(std::min<size_t>(left.size(), ARGUMENT_REGISTERS), nullptr);
    for (bool moved : {false, true})
        for (Value *V : ArrayRef<Value *>(ins.begin(), others)) {
            const Argument *A = argument_in(V);
            if (!A || (A != V) != moved) continue;
            size_t at = register_of(A);
            if (at < place.size() && !place[at]) place[at] = V;
        }
    erase_if(left, [&](Value *V) { return is_contained(place, V); });
    auto next = left.begin();
    for (Value *&V : place)
        if (!V) V = *next++;
    std::copy(next, left.end(), std::copy(place.begin(), place.end(), ins.begin()));
}

static void find_ins(shim_versions &b, separate_loop &s) {
    SetVector<Value *> ins, derived;
    auto add = [&](Value *V) {
        auto *I = dyn_cast<Instruction>(V);
        if (isa<Argument>(V) || (I && !s.holds(I->getParent()))) ins.insert(V);
    };
    for (BasicBlock *B : blocks_of(s))
        for (Instruction &I : *B) {
            if (I.isDebugOrPseudoInst()) continue;
            for (Value *V : I.operands()) add(V);
        }
    for (BasicBlock *E : s.exits)
        for (PHINode &P : E->phis())
            for (Value *V : P.incoming_values()) add(V);
    for (separate_loop &inner : b.loops)
        if (inner.fn && inner.L != s.L && s.L->contains(inner.L))
            for (Value *V : inner.ins) add(V);
    find_derived(ins, derived);
    s.ins.assign(ins.begin(), ins.end());
    keep_in_place(s.ins);
    s.derived.assign(derived.begin(), derived.end());
}

// The largest number of values that are returned in registers for words, besides the exit's number,
// and in registers for floating-point numbers.
enum { RETURNED_WORDS = 2, RETURNED_NUMBERS = 2 };

// Returns the type in which a value is left: a bit is left as a byte. LLVM would not know that the
// other bits of a bit's register are zero, and plain code, which shares what follows the loop,
// would have to clear them too.
static Type *left_as(Type *T) {
    return T->isIntegerTy(1) ? Type::getInt8Ty(T->getContext()) : T;
}

static Value *leave(IRBuilder<> &B, Value *V) {
    return B.CreateZExt(V, left_as(V->getType()));
}

static Value *take(IRBuilder<> &B, Value *V, Type *T) {
    return T->isIntegerTy(1) ? B.CreateIsNotNull(V) : V;
}

static size_t count(iterator_range<BasicBlock::phi_iterator> phis) {
    return (size_t)std::distance(phis.begin(), phis.end());
}

// Decides where the loop leaves its values. The first ones that fit are returned, unless exceptions
// can leave the loop.
static void find_outs(separate_loop &s) {
    LLVMContext &C = s.L->getHeader()->getContext();
    SmallVector<Type *, 8> types, returned = {Type::getInt32Ty(C)};
    unsigned words = 0, numbers = 0;
    for (unsigned k = 0; k < s.exits.size(); k++)
        if (count(s.exits[k]->phis()) + (s.exits[k] != s.after[k]) != count(s.after[k]->phis()))
            report_fatal_error(
                "ordo: what leaves a loop by an exception is not what follows takes");
    for (BasicBlock *E : s.exits)
        for (PHINode &P : E->phis()) {
            Type *T = left_as(P.getType());
            bool word = T->isPointerTy() || (T->isIntegerTy() && T->getIntegerBitWidth() <= 64);
            bool number = T->isFloatTy() || T->isDoubleTy();
            bool fits = !s.pad && ((word && words++ < RETURNED_WORDS) ||
                                   (number && numbers++ < RETURNED_NUMBERS));
            auto &list = fits ? returned : types;
            s.places.push_back({fits, (unsigned)list.size()});
            list.push_back(T);
        }
    s.result = StructType::get(C, returned);
    s.way = (unsigned)types.size();
    if (s.pad) types.push_back(Type::getInt32Ty(C));
    if (!types.empty()) s.outs = StructType::get(C, types);
}

// Calls the separate loop in a new block of function T, and makes a block for each exit, which has
// no terminator yet. `value` maps a value of the original routine to T. `catches`: T holds code
// that follows one of the loop's landing pads. Values that the loop left in memory are read as
// volatile: LLVM would otherwise load neighbours as vectors, though plain code uses them one by
// one.
static loop_call call_loop(const separate_loop &s, Function *T,
                           function_ref<Value *(Value *)> value, bool catches) {
    LLVMContext &C = T->getContext();
    loop_call out;
    out.block = BasicBlock::Create(C, "", T);
    AllocaInst *slot = nullptr;
    if (s.outs) {
        BasicBlock &entry = T->getEntryBlock();
        slot = IRBuilder<>(&entry, entry.begin()).CreateAlloca(s.outs);
        own(slot);
    }
    IRBuilder<> B(out.block);
    SmallVector<Value *, 8> args;
    for (Value *V : s.ins) args.push_back(value(V));
    if (slot) args.push_back(slot);
    SwitchInst *choice = nullptr, *thrown = nullptr;
    LandingPadInst *pad = nullptr;
    CallBase *call;
    if (s.pad) {
        Value *way = B.CreateConstInBoundsGEP2_32(s.outs, slot, 0, s.way);
        own(B.CreateStore(B.getInt32((unsigned)s.exits.size()), way));
        BasicBlock *normal = BasicBlock::Create(C, "", T), *P = BasicBlock::Create(C, "", T);
        call = B.CreateInvoke(s.fn, normal, P, args);
        B.SetInsertPoint(normal);
        IRBuilder<> W(P);
        pad = W.CreateLandingPad(s.pad->getType(), s.pad->getNumClauses());
        for (unsigned i = 0; catches && i < s.pad->getNumClauses(); i++)
            pad->addClause(s.pad->getClause(i));
        pad->setCleanup(!catches || s.cleans);
        LoadInst *which = W.CreateLoad(W.getInt32Ty(), way);
        own(which);
        BasicBlock *passes = BasicBlock::Create(C, "", T);
        thrown = W.CreateSwitch(which, passes, (unsigned)s.exits.size());
        ResumeInst::Create(pad, passes);
    } else {
        call = B.CreateCall(s.fn, args);
    }
    call->setCallingConv(s.fn->getCallingConv());
    own(call);
    const left_value *out_of = s.places.begin();
    for (unsigned k = 0; k < s.exits.size(); k++) {
        BasicBlock *way = BasicBlock::Create(C, "", T);
        out.ways.push_back(way);
        IRBuilder<> W(way);
        out.values.emplace_back();
        bool throws = s.exits[k]->isLandingPad();
        auto phis = s.after[k]->phis();
        for (auto P = phis.begin(); P != phis.end() && !(throws && std::next(P) == phis.end());
             ++P, ++out_of) {
            if (out_of->returned) {
                Value *v = W.CreateExtractValue(call, out_of->field);
                out.values[k].push_back(take(W, v, P->getType()));
                continue;
            }
            Value *at = W.CreateConstInBoundsGEP2_32(s.outs, slot, 0, out_of->field);
            LoadInst *v = W.CreateLoad(left_as(P->getType()), at, true);
            own(v);
            out.values[k].push_back(take(W, v, P->getType()));
        }
        if (throws) {
            out.values[k].push_back(pad);
            thrown->addCase(B.getInt32(k), way);
        } else if (!choice) {
            choice = B.CreateSwitch(B.CreateExtractValue(call, 0), way, (unsigned)s.exits.size());
        } else {
            choice->addCase(B.getInt32(k), way);
        }
    }
    if (!choice) B.CreateUnreachable();
    return out;
}

namespace {
// Copies the blocks of a loop, or of the whole routine, to a function.
struct copier {
    shim_versions &S;
    Function *T;
    ValueToValueMapTy VM;
    SmallVector<std::pair<BasicBlock *, BasicBlock *>, 16> copies;
    SmallVector<std::pair<const separate_loop *, loop_call>, 4> calls;

    copier(shim_versions &s, Function *t) : S(s), T(t) {
        for (BasicBlock &B : S.F)
            if (B.hasAddressTaken()) {
                BlockAddress *label = BlockAddress::get(&B);
                VM[label] = label; // addresses of labels remain the routine's
            }
    }

    Value *value(Value *V) {
        auto at = VM.find(V);
        return at == VM.end() ? V : (Value *)at->second;
    }

    // Computes V at the end of B from values that T has.
    Value *again(Value *V, BasicBlock *B) {
        if (isa<Constant>(V) || VM.count(V)) return value(V);
        Instruction *I = cast<Instruction>(V)->clone();
        for (Use &U : I->operands()) U.set(again(U.get(), B));
        I->dropUnknownNonDebugMetadata();
        I->setDebugLoc(DebugLoc());
        I->insertInto(B, B->end());
        VM[V] = I;
        return I;
    }

    // Returns the outermost separate loop inside `region` (nullptr: the routine) that holds the
    // block.
    separate_loop *inner(const Loop *region, BasicBlock *B) {
        separate_loop *found = nullptr;
        Loop *tail_of = S.tail_of.lookup(B);
        for (Loop *L = tail_of ? tail_of : S.LI.getLoopFor(B); L && L != region;
             L = L->getParentLoop())
            if (S.loops[(size_t)S.number[L]].fn) found = &S.loops[(size_t)S.number[L]];
        return found;
    }

    void copy(const Loop *region, ArrayRef<BasicBlock *> blocks) {
        SetVector<separate_loop *> inners;
        for (BasicBlock *B : blocks) {
            if (separate_loop *s = inner(region, B)) {
                inners.insert(s);
                continue;
            }
            BasicBlock *N = CloneBasicBlock(B, VM, "", T);
            shim_drop_debug(N);
            VM[B] = N;
            copies.push_back({B, N});
        }
        for (separate_loop *s : inners) {
            bool catches = false; // false: what follows its landing pads is outside of the region
            for (unsigned k = 0; k < s->exits.size(); k++)
                catches |=
                    s->exits[k]->isLandingPad() && (!region || region->contains(s->after[k]));
            calls.push_back({s, call_loop(
                                    *s, T, [&](Value *V) { return value(V); }, catches)});
            VM[s->L->getHeader()] = calls.back().second.block;
        }
    }

    // Adds the values that calls of separate loops leave to copies of the PHIs of exit block E. The
    // copies are in a copy of E, or in a block that returns.
    void mend(BasicBlock *E, function_ref<PHINode *(PHINode &)> copy_of) {
        for (auto &c : calls) {
            const separate_loop &s = *c.first;
            for (unsigned k = 0; k < s.exits.size(); k++) {
                if (s.after[k] != E) continue;
                unsigned i = 0;
                for (PHINode &P : E->phis())
                    copy_of(P)->addIncoming(c.second.values[k][i++], c.second.ways[k]);
            }
        }
    }

    void drop_inner_ways(BasicBlock *E, BasicBlock *N) {
        for (auto &c : calls) {
            if (!is_contained(c.first->exits, E)) continue;
            for (PHINode &P : N->phis())
                for (unsigned i = P.getNumIncomingValues(); i-- > 0;)
                    if (c.first->holds(P.getIncomingBlock(i))) P.removeIncomingValue(i, false);
        }
    }

    // Replaces a computed jump by comparisons with the routine's labels, which jump to the copies.
    void choose_labels(BasicBlock *B, BasicBlock *N) {
        auto *jump = dyn_cast<IndirectBrInst>(B->getTerminator());
        if (!jump || jump->getNumDestinations() == 0) return;
        SetVector<BasicBlock *> labels;
        for (unsigned i = 0; i < jump->getNumDestinations(); i++)
            labels.insert(jump->getDestination(i));
        Value *to = cast<IndirectBrInst>(N->getTerminator())->getAddress();
        for (BasicBlock *L : labels)
            for (PHINode &P : cast<BasicBlock>(value(L))->phis())
                while (count(P.blocks(), N) > 1) P.removeIncomingValue(N, false);
        N->getTerminator()->eraseFromParent();
        BasicBlock *at = N;
        for (BasicBlock *L : labels) {
            auto *copy_of = cast<BasicBlock>(value(L));
            if (at != N) copy_of->replacePhiUsesWith(N, at);
            IRBuilder<> W(at);
            if (L == labels.back()) {
                W.CreateBr(copy_of);
                break;
            }
            BasicBlock *next = BasicBlock::Create(T->getContext(), "", T);
            W.CreateCondBr(W.CreateICmpEQ(to, BlockAddress::get(L)), copy_of, next);
            at = next;
        }
    }

    void finish() {
        for (auto &c : copies) drop_inner_ways(c.first, c.second);
        for (auto &c : copies)
            for (Instruction &I : *c.second)
                RemapInstruction(&I, VM, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        for (auto &c : copies) mend(c.first, [&](PHINode &P) { return cast<PHINode>(value(&P)); });
        for (auto &c : calls)
            for (unsigned k = 0; k < c.first->exits.size(); k++)
                BranchInst::Create(cast<BasicBlock>(value(c.first->after[k])), c.second.ways[k]);
        for (auto &c : copies) choose_labels(c.first, c.second);
        for (auto &c : copies)
            if (c.first->isLandingPad() && pred_empty(c.second)) DeleteDeadBlock(c.second);
    }
};
} // namespace

// Ends R with a landing pad for any exception. Returns the block after it, which takes R's PHIs and
// the exception by PHIs.
static BasicBlock *passing_pad(BasicBlock *R, Type *exception) {
    IRBuilder<> B(R);
    LandingPadInst *pad = B.CreateLandingPad(exception, 0);
    pad->setCleanup(true);
    BasicBlock *S = BasicBlock::Create(R->getContext(), "", R->getParent());
    B.CreateBr(S);
    B.SetInsertPoint(S);
    SmallVector<Instruction *, 4> values;
    for (PHINode &P : R->phis()) values.push_back(&P);
    values.push_back(pad);
    for (Instruction *V : values) {
        PHINode *N = B.CreatePHI(V->getType(), 2);
        own(N);
        N->addIncoming(V, R);
    }
    return S;
}

extern "C" LLVMValueRef shim_separate_loop(shim_versions *b, unsigned loop) {
    separate_loop &s = b->loops[loop];
    LLVMContext &C = b->F.getContext();
    find_ins(*b, s);
    find_outs(s);
    SmallVector<Type *, 8> types;
    for (Value *V : s.ins) types.push_back(V->getType());
    if (s.outs) types.push_back(PointerType::get(C, 0));
    Function *T =
        Function::Create(FunctionType::get(s.result, types, false), GlobalValue::InternalLinkage,
                         b->F.getAddressSpace(), b->F.getName() + ".loop", b->F.getParent());
    shim_prepare_recorded(T, b->F);
    shim_hide_from_profilers(T);
    if (s.pad)
        T->removeFnAttr(Attribute::NoUnwind);
    else
        shim_preserve_registers(T); // not with a pad: unwinding would not restore all registers
    BasicBlock *entry = BasicBlock::Create(C, "", T);
    copier K(*b, T);
    auto arg = T->arg_begin();
    for (Value *V : s.ins) K.VM[V] = &*arg++;
    Argument *outs = s.outs ? &*arg : nullptr;
    for (Value *V : s.derived) K.again(V, entry);
    K.VM[s.L->getLoopPreheader()] = entry;
    K.copy(s.L, blocks_of(s));
    const left_value *out_of = s.places.begin();
    for (unsigned k = 0; k < s.exits.size(); k++) {
        BasicBlock *R = BasicBlock::Create(C, "", T);
        IRBuilder<> B(R);
        SmallVector<PHINode *, 4> phis;
        for (PHINode &P : s.exits[k]->phis()) {
            PHINode *N = B.CreatePHI(P.getType(), P.getNumIncomingValues());
            own(N);
            for (unsigned i = 0; i < P.getNumIncomingValues(); i++)
                if (auto *from =
                        dyn_cast_or_null<BasicBlock>((Value *)K.VM.lookup(P.getIncomingBlock(i))))
                    if (!K.inner(s.L, P.getIncomingBlock(i)))
                        N->addIncoming(K.value(P.getIncomingValue(i)), from);
            phis.push_back(N);
        }
        unsigned i = 0;
        DenseMap<PHINode *, PHINode *> copy_of;
        for (PHINode &P : s.exits[k]->phis()) copy_of[&P] = phis[i++];
        K.VM[s.exits[k]] = R;
        if (s.exits[k]->isLandingPad()) {
            R = passing_pad(R, s.pad->getType());
            B.SetInsertPoint(R);
            K.VM[s.after[k]] = R;
            auto made = R->phis().begin();
            for (PHINode &P : s.after[k]->phis()) copy_of[&P] = &*made++;
        }
        K.mend(s.after[k], [&](PHINode &P) { return copy_of[&P]; });
        auto out = R->phis().begin();
        Value *result = B.CreateInsertValue(PoisonValue::get(s.result), B.getInt32(k), 0);
        for (PHINode &P : s.exits[k]->phis()) {
            (void)P;
            Value *left = leave(B, &*out++);
            if (out_of->returned)
                result = B.CreateInsertValue(result, left, out_of->field);
            else
                own(B.CreateStore(left,
                                  B.CreateConstInBoundsGEP2_32(s.outs, outs, 0, out_of->field)));
            out_of++;
        }
        if (s.exits[k]->isLandingPad()) {
            own(B.CreateStore(B.getInt32(k), B.CreateConstInBoundsGEP2_32(s.outs, outs, 0, s.way)));
            B.CreateResume(&*out);
        } else {
            B.CreateRet(result);
        }
    }
    K.finish();
    for (BasicBlock *E : s.exits) {
        auto *R = cast<BasicBlock>(K.value(E));
        if (R->isLandingPad() && pred_empty(R)) DeleteDeadBlock(R);
    }
    BranchInst::Create(cast<BasicBlock>(K.value(s.L->getHeader())), entry);
    s.fn = T;
    return wrap(T);
}

extern "C" LLVMValueRef shim_recorded_version(shim_versions *b) {
    Function &F = b->F;
    Function *T = Function::Create(F.getFunctionType(), GlobalValue::InternalLinkage,
                                   F.getAddressSpace(), F.getName() + ".recorded", F.getParent());
    T->copyAttributesFrom(&F);
    shim_prepare_recorded(T, F);
    copier K(*b, T);
    for (auto from = F.arg_begin(), to = T->arg_begin(); from != F.arg_end(); ++from, ++to)
        K.VM[&*from] = &*to;
    SmallVector<BasicBlock *, 32> blocks;
    for (BasicBlock &B : F) blocks.push_back(&B);
    K.copy(nullptr, blocks);
    K.finish();
    return wrap(T);
}

// ---- the routine itself

extern "C" LLVMValueRef shim_loop_entry(shim_versions *b, unsigned loop) {
    return wrap(b->loops[loop].L->getLoopPreheader()->getTerminator());
}

// Does the expression use a value of a loop that `at` is not in and that exceptions can leave? When
// the recorded version of that loop has run, the code behind its landing pad has the values of the
// PHIs there, and no other values of the loop.
static bool is_left_by_pads(const shim_versions &b, const SCEV *expression, const BasicBlock *at) {
    return SCEVExprContains(expression, [&](const SCEV *S) {
        const Loop *L = nullptr;
        if (auto *step = dyn_cast<SCEVAddRecExpr>(S)) L = step->getLoop();
        if (auto *unknown = dyn_cast<SCEVUnknown>(S))
            if (auto *I = dyn_cast<Instruction>(unknown->getValue()))
                L = b.LI.getLoopFor(I->getParent());
        for (; L && !L->contains(at); L = L->getParentLoop())
            for (BasicBlock *E : b.loops[(size_t)b.number.lookup(L)].exits)
                if (E->isLandingPad()) return true;
        return false;
    });
}

extern "C" LLVMValueRef shim_iterations_entered(shim_versions *b, unsigned loop) {
    const separate_loop &s = b->loops[loop];
    Loop *L = s.L;
    // If both the test and the body can leave the loop, the trip count does not determine whether
    // the last entry into the header was an iteration.
    SmallVector<BasicBlock *, 4> leaving;
    L->getExitingBlocks(leaving);
    if (!s.test.empty() && !all_of(leaving, [&](BasicBlock *B) { return s.test.count(B); }))
        return nullptr;
    const SCEV *more = b->SE->getBackedgeTakenCount(L);
    if (isa<SCEVCouldNotCompute>(more)) return nullptr;
    if (b->SE->getTypeSizeInBits(more->getType()) > 64) return nullptr;
    Instruction *at = L->getLoopPreheader()->getTerminator();
    if (is_left_by_pads(*b, more, at->getParent())) return nullptr;
    SCEVExpander X(*b->SE, b->F.getParent()->getDataLayout(), "ordo");
    TargetTransformInfo TTI(b->F.getParent()->getDataLayout());
    if (!X.isSafeToExpandAt(more, at) || X.isHighCostExpansion({more}, L, 4, &TTI, at))
        return nullptr;
    Type *I64 = Type::getInt64Ty(b->F.getContext());
    Value *n = X.expandCodeFor(more, more->getType(), at);
    IRBuilder<> B(at);
    if (n->getType()->isPointerTy()) n = B.CreatePtrToInt(n, I64);
    n = B.CreateZExt(n, I64);
    return wrap(s.test.empty() ? B.CreateAdd(n, B.getInt64(1)) : n);
}

extern "C" LLVMValueRef shim_iteration_begins(shim_versions *b, unsigned loop) {
    const separate_loop &s = b->loops[loop];
    BasicBlock *header = s.L->getHeader(), *body = s.test.empty() ? header : nullptr;
    for (BasicBlock *B : s.L->blocks()) {
        if (!s.test.count(B)) continue;
        for (BasicBlock *N : successors(B)) {
            if (N == header) return nullptr;
            if (!s.L->contains(N) || s.test.count(N) || N == body) continue;
            if (body) return nullptr;
            body = N;
        }
    }
    if (!body) return nullptr;
    if (!s.test.empty() &&
        !all_of(predecessors(body), [&](BasicBlock *B) { return s.test.count(B); }))
        return nullptr;
    return wrap(&*body->getFirstInsertionPt());
}

extern "C" LLVMValueRef shim_iteration_repeats(shim_versions *b, unsigned loop) {
    const separate_loop &s = b->loops[loop];
    auto *back = dyn_cast<BranchInst>(s.L->getLoopLatch()->getTerminator());
    return s.test.empty() && back && back->isUnconditional() ? wrap(back) : nullptr;
}

// Returns the value, in B, of what `brought_by` gives for each of its predecessors.
static Value *joined(BasicBlock *B, function_ref<Value *(BasicBlock *)> brought_by) {
    SmallVector<BasicBlock *, 4> from(pred_begin(B), pred_end(B));
    SmallVector<Value *, 4> values;
    for (BasicBlock *P : from) values.push_back(brought_by(P));
    if (all_equal(values)) return values.front();
    IRBuilder<> I(B, B->begin());
    PHINode *N = I.CreatePHI(values.front()->getType(), (unsigned)from.size());
    for (unsigned i = 0; i < from.size(); i++) N->addIncoming(values[i], from[i]);
    return N;
}

// Adds a counter of iterations in a register, which is zero as the loop begins. Returns its values
// at the beginning and at the end of an iteration.
static std::pair<Value *, Value *> count_in_register(const Loop *L) {
    BasicBlock *header = L->getHeader();
    IRBuilder<> B(header, header->begin());
    PHINode *before = B.CreatePHI(B.getInt64Ty(), 2);
    B.SetInsertPoint(header, header->getFirstInsertionPt());
    Value *after = B.CreateAdd(before, B.getInt64(1));
    before->addIncoming(B.getInt64(0), L->getLoopPreheader());
    before->addIncoming(after, L->getLoopLatch());
    return {before, after};
}

// Builds, outside of the loop, the number of iterations from the induction variable. `begun` is 1
// if the last entry into the header began an iteration, and 0 if the test left the loop.
static Value *count_by_growth(const shim_versions &b, const induction &I, Value *begun,
                              IRBuilder<> &B) {
    auto *next = dyn_cast_or_null<Instruction>(I.at_end);
    if (begun == B.getInt64(1) && next && b.DT.dominates(next, B.GetInsertBlock()))
        return iterations_before(I, next, B);
    return B.CreateAdd(iterations_before(I, I.at_begin, B), begun);
}

extern "C" unsigned shim_exit_counts(shim_versions *b, unsigned loop, LLVMValueRef *at,
                                     LLVMValueRef *counts, unsigned max) {
    separate_loop &s = b->loops[loop];
    Type *I64 = Type::getInt64Ty(b->F.getContext());
    // The last entry's iterations alone (0 or 1), if the induction variable gives those before it.
    std::pair<Value *, Value *> by = {ConstantInt::get(I64, 0), ConstantInt::get(I64, 1)};
    if (!s.facts.induction_counts) by = count_in_register(s.L);
    unsigned n = 0;
    for (BasicBlock *E : s.after) {
        if (n == max) continue;
        SmallVector<BasicBlock *, 4> from(pred_begin(E), pred_end(E));
        SmallSetVector<BasicBlock *, 4> once(from.begin(), from.end());
        BasicBlock *N =
            SplitBlockPredecessors(E, once.getArrayRef(), ".n", &b->DT, &b->LI, nullptr, true);
        if (!N) continue;
        auto at_end_of = [&](BasicBlock *P) { return s.test.count(P) ? by.first : by.second; };
        Value *iterations = joined(N, [&](BasicBlock *P) {
            return s.tails.count(P) ? joined(P, at_end_of) : at_end_of(P);
        });
        IRBuilder<> B(N->getTerminator());
        if (s.facts.induction_counts) iterations = count_by_growth(*b, s.counts, iterations, B);
        at[n] = wrap(N->getTerminator());
        counts[n++] = wrap(iterations);
    }
    return n;
}

extern "C" LLVMBasicBlockRef shim_divert(shim_versions *b, unsigned loop) {
    separate_loop &s = b->loops[loop];
    loop_call c = call_loop(
        s, &b->F, [](Value *V) { return V; }, true);
    for (unsigned k = 0; k < s.exits.size(); k++) {
        unsigned i = 0;
        for (PHINode &P : s.after[k]->phis()) P.addIncoming(c.values[k][i++], c.ways[k]);
        BranchInst::Create(s.after[k], c.ways[k]);
    }
    return wrap(c.block);
}
