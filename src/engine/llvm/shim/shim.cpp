// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim.cpp: thin wrappers around parts of LLVM that the C API lacks (see shim.h), and the plugin's
// entry point.

#include "shim.h"
#include "shim_kept_tags.h"
#include "shim_move.h"
#include "shim_recorded.h"
#include "shim_tags.h"

#include "llvm/ADT/DepthFirstIterator.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/CaptureTracking.h"
#include "llvm/Analysis/GlobalsModRef.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/Path.h"
#include "llvm/Transforms/Scalar/LowerExpectIntrinsic.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

#if LLVM_VERSION_MAJOR != ORDO_LLVM_MAJOR
#error "the headers found are of another LLVM than the one this pass is built for"
#endif

#if LLVM_VERSION_MAJOR >= 17
#include "llvm/IR/AttributeMask.h"
#endif

using namespace llvm;

extern "C" void shim_demote_at_pads(LLVMModuleRef m) {
    for (Function &F : *unwrap(m)) {
        if (!F.hasOptNone()) continue;
        SmallVector<PHINode *, 8> at_pads;
        for (BasicBlock &B : F)
            if (B.isLandingPad())
                for (PHINode &P : B.phis()) at_pads.push_back(&P);
        for (PHINode *P : at_pads) DemotePHIToStack(P);
    }
}

extern "C" void shim_sroa(LLVMModuleRef m) {
    PassBuilder PB;
    LoopAnalysisManager LAM;
    FunctionAnalysisManager FAM;
    CGSCCAnalysisManager CAM;
    ModuleAnalysisManager MAM;
    PB.registerModuleAnalyses(MAM);
    PB.registerCGSCCAnalyses(CAM);
    PB.registerFunctionAnalyses(FAM);
    PB.registerLoopAnalyses(LAM);
    PB.crossRegisterProxies(LAM, FAM, CAM, MAM);
    for (Function &F : *unwrap(m)) {
        if (F.isDeclaration()) continue;
        SROAPass(SROAOptions::PreserveCFG).run(F, FAM);
        FAM.clear(F, F.getName());
    }
}

extern "C" void shim_lower_expectations(LLVMModuleRef m) {
    FunctionAnalysisManager FAM;
    for (Function &F : *unwrap(m))
        if (!F.isDeclaration()) LowerExpectIntrinsicPass().run(F, FAM);
}

extern "C" void shim_promote(LLVMValueRef fn, LLVMValueRef *allocas, unsigned n) {
    DominatorTree DT(*unwrap<Function>(fn));
    SmallVector<AllocaInst *, 16> list;
    for (unsigned i = 0; i < n; i++) {
        auto *A = unwrap<AllocaInst>(allocas[i]);
        if (isAllocaPromotable(A)) list.push_back(A);
    }
    PromoteMemToReg(list, DT);
}

struct shim_cfg {
    Function &F;
    DominatorTree DT;
    LoopInfo LI;
    std::vector<Loop *> loops;
    DenseMap<Loop *, int> number;
    std::unique_ptr<BranchProbabilityInfo> BPI;
    std::unique_ptr<BlockFrequencyInfo> BFI;
    explicit shim_cfg(Function &f) : F(f), DT(f), LI(DT) {
        for (Loop *top : LI.getLoopsInPreorder()) {
            number[top] = (int)loops.size();
            loops.push_back(top);
        }
    }
};

extern "C" shim_cfg *shim_cfg_new(LLVMValueRef fn) {
    return new shim_cfg(*unwrap<Function>(fn));
}
extern "C" void shim_cfg_free(shim_cfg *cfg) {
    delete cfg;
}

extern "C" bool shim_dominates(shim_cfg *cfg, LLVMValueRef a, LLVMValueRef b) {
    return cfg->DT.dominates(unwrap<Instruction>(a), unwrap<Instruction>(b));
}

extern "C" unsigned shim_blocks(shim_cfg *cfg, LLVMBasicBlockRef *out, unsigned max) {
    unsigned n = 0;
    for (auto *node : depth_first(cfg->DT.getRootNode()))
        if (n < max) out[n++] = wrap(node->getBlock());
    return n;
}

extern "C" unsigned shim_loop_count(shim_cfg *cfg) {
    return (unsigned)cfg->loops.size();
}

extern "C" LLVMBasicBlockRef shim_loop_header(shim_cfg *cfg, unsigned loop) {
    return wrap(cfg->loops[loop]->getHeader());
}

extern "C" int shim_loop_parent(shim_cfg *cfg, unsigned loop) {
    Loop *p = cfg->loops[loop]->getParentLoop();
    return p ? cfg->number[p] : -1;
}

extern "C" int shim_loop_of(shim_cfg *cfg, LLVMBasicBlockRef block) {
    Loop *l = cfg->LI.getLoopFor(unwrap(block));
    return l ? cfg->number[l] : -1;
}

static const DILocalScope *scope_of(const Instruction &I) {
    const DILocation *loc = I.getDebugLoc().get();
    if (!loc || loc->getLine() == 0 || loc->getInlinedAt()) return nullptr;
    return loc->getScope()->getNonLexicalBlockFileScope();
}

static const DILocalScope *around(const DILocalScope *scope) {
    auto *up = dyn_cast_or_null<DILocalScope>(scope->getScope());
    return up && !isa<DISubprogram>(scope) ? up->getNonLexicalBlockFileScope() : nullptr;
}

static bool is_within(const DILocalScope *scope, const DILocalScope *outer) {
    for (; scope; scope = around(scope))
        if (scope == outer) return true;
    return false;
}

// Returns the innermost block of the source that contains every place of the loop except the
// header's.
static const DILexicalBlock *common_block(const Loop *L) {
    const DILocalScope *common = nullptr;
    for (BasicBlock *B : L->blocks())
        for (Instruction &I : *B) {
            const DILocalScope *scope = B == L->getHeader() ? nullptr : scope_of(I);
            if (!scope) continue;
            if (!common) common = scope;
            while (common && !is_within(scope, common)) common = around(common);
            if (!common) return nullptr;
        }
    return dyn_cast_or_null<DILexicalBlock>(common);
}

// A loop of computed jumps, as of an interpreter, has a header that stands for all of the jumps:
// its place is that of any of them. The statement of such a loop is around them: it is the `for`
// whose block contains all of them. Nothing but its own line is in the block of the statement
// itself.
static bool place_of_jumps(const Loop *L, unsigned *line, unsigned *column) {
    const DILexicalBlock *block = common_block(L);
    if (!isa<IndirectBrInst>(L->getHeader()->getTerminator()) || !block) return false;
    if (auto *statement = dyn_cast_or_null<DILexicalBlock>(around(block))) {
        bool alone = statement->getLine() != 0;
        for (BasicBlock &B : *L->getHeader()->getParent())
            for (Instruction &I : B)
                if (scope_of(I) == statement && I.getDebugLoc().getLine() != statement->getLine())
                    alone = false;
        if (alone) block = statement;
    }
    *line = block->getLine(), *column = block->getColumn();
    return *line != 0;
}

extern "C" bool shim_loop_location(shim_cfg *cfg, unsigned loop, unsigned *line, unsigned *column) {
    Loop *L = cfg->loops[loop];
    SmallVector<BasicBlock *, 4> latches;
    L->getLoopLatches(latches);
    for (BasicBlock *latch : latches)
        if (MDNode *id = latch->getTerminator()->getMetadata(LLVMContext::MD_loop))
            for (const MDOperand &op : id->operands())
                if (auto *loc = dyn_cast_or_null<DILocation>(op.get())) {
                    *line = loc->getLine(), *column = loc->getColumn();
                    return true;
                }
    if (place_of_jumps(L, line, column)) return true;
    for (BasicBlock *B : L->blocks()) // the header is the first
        for (Instruction &I : *B)
            if (DILocation *loc = I.getDebugLoc().get()) {
                if (loc->getLine() == 0) continue;
                *line = loc->getLine(), *column = loc->getColumn();
                return true;
            }
    return false;
}

extern "C" void shim_tag_loop(shim_cfg *cfg, unsigned loop, LLVMValueRef condition, unsigned scope,
                              bool wanted) {
    const BasicBlock *decides = condition ? unwrap<Instruction>(condition)->getParent() : nullptr;
    shim_note_scope(cfg->loops[loop], decides, scope, wanted);
}

extern "C" void shim_allow_peeling(LLVMValueRef fn) {
    shim_forget_peeling(*unwrap<Function>(fn));
}

extern "C" int shim_loop_tag(shim_cfg *cfg, unsigned loop) {
    return shim_scope_of(cfg->loops[loop]);
}

extern "C" unsigned shim_body_entrances(shim_cfg *cfg, unsigned loop, shim_edge *out,
                                        unsigned max) {
    Loop *L = cfg->loops[loop];
    shim_test_blocks test = shim_test_of(L);
    SmallPtrSet<BasicBlock *, 4> seen;
    unsigned n = 0;
    for (BasicBlock *B : test)
        for (unsigned way = 0; way < B->getTerminator()->getNumSuccessors(); way++) {
            BasicBlock *S = B->getTerminator()->getSuccessor(way);
            bool back = S == L->getHeader(); // the whole body is in the block of the test
            if (!L->contains(S) || (test.count(S) && !back)) continue;
            bool only =
                !back && all_of(predecessors(S), [&](BasicBlock *P) { return test.count(P); });
            if (only && !seen.insert(S).second) continue;
            if (n < max) out[n] = {wrap(B->getTerminator()), way, !only};
            n++;
        }
    return n;
}

// LLVM expects comparisons with 0, -1 and null pointers to fail with odds of 5 to 3. Programs also
// compare statuses with 0, so these guesses are replaced by even chances.
static bool is_guess_by_comparison(const BranchProbabilityInfo &BPI, const BasicBlock &B) {
    auto *br = dyn_cast<BranchInst>(B.getTerminator());
    if (!br || !br->isConditional() || br->hasMetadata(LLVMContext::MD_prof)) return false;
    if (!isa<ICmpInst>(br->getCondition())) return false;
    BranchProbability p = BPI.getEdgeProbability(&B, 0u);
    return p == BranchProbability(20, 32) || p == BranchProbability(12, 32);
}

static void guess(shim_cfg *cfg) {
    if (cfg->BFI) return;
    cfg->BPI = std::make_unique<BranchProbabilityInfo>(cfg->F, cfg->LI, nullptr, &cfg->DT);
    SmallVector<BranchProbability, 2> even(2, BranchProbability(1, 2));
    for (const BasicBlock &B : cfg->F)
        if (is_guess_by_comparison(*cfg->BPI, B)) cfg->BPI->setEdgeProbability(&B, even);
    cfg->BFI = std::make_unique<BlockFrequencyInfo>(cfg->F, *cfg->BPI, cfg->LI);
}

// In LLVM 17 the entry's frequency is still a plain number.
template <typename T> static double number(T frequency) {
    if constexpr (std::is_integral_v<T>)
        return (double)frequency;
    else
        return (double)frequency.getFrequency();
}

extern "C" double shim_frequency(shim_cfg *cfg, LLVMBasicBlockRef block) {
    guess(cfg);
    return number(cfg->BFI->getBlockFreq(unwrap(block))) / number(cfg->BFI->getEntryFreq());
}

extern "C" double shim_likelihood(shim_cfg *cfg, LLVMBasicBlockRef block, unsigned successor) {
    guess(cfg);
    BranchProbability p = cfg->BPI->getEdgeProbability(unwrap(block), successor);
    return (double)p.getNumerator() / BranchProbability::getDenominator();
}

extern "C" unsigned shim_irreducible(shim_cfg *cfg, LLVMBasicBlockRef *out, unsigned max) {
    ReversePostOrderTraversal<Function *> order(&cfg->F);
    DenseMap<BasicBlock *, unsigned> index;
    unsigned i = 0, n = 0;
    for (BasicBlock *B : order) index[B] = i++;
    SmallPtrSet<BasicBlock *, 8> seen;
    for (BasicBlock *B : order)
        for (BasicBlock *S : successors(B))
            if (index[S] <= index[B] && !cfg->DT.dominates(S, B) && n < max &&
                seen.insert(S).second)
                out[n++] = wrap(S);
    return n;
}

extern "C" LLVMBasicBlockRef shim_split_before(LLVMValueRef before) {
    Instruction *I = unwrap<Instruction>(before);
    return wrap(I->getParent()->splitBasicBlock(I->getIterator()));
}

static LLVMValueRef if_once_in(uint32_t times, LLVMValueRef cond, LLVMValueRef before) {
    Instruction *I = unwrap<Instruction>(before);
    MDNode *weights = MDBuilder(I->getContext()).createBranchWeights(1, times);
    return wrap(SplitBlockAndInsertIfThen(unwrap(cond), I, false, weights));
}

extern "C" LLVMValueRef shim_if_unlikely(LLVMValueRef cond, LLVMValueRef before) {
    return if_once_in(2000, cond, before);
}

extern "C" LLVMValueRef shim_if_ever(LLVMValueRef cond, LLVMValueRef before) {
    return if_once_in(INT32_MAX, cond, before);
}

extern "C" LLVMBasicBlockRef shim_split_edge(LLVMValueRef terminator, unsigned index) {
    Instruction *T = unwrap<Instruction>(terminator);
    BasicBlock *from = T->getParent(), *to = T->getSuccessor(index);
    BasicBlock *N = BasicBlock::Create(T->getContext(), "", from->getParent(), to);
    BranchInst *br = BranchInst::Create(to, N);
    br->setDebugLoc(T->getDebugLoc());
    T->setSuccessor(index, N);
    for (PHINode &P : to->phis()) { // one of possibly several entries from the same block
        int k = P.getBasicBlockIndex(from);
        if (k >= 0) P.setIncomingBlock((unsigned)k, N);
    }
    return wrap(N);
}

extern "C" LLVMBasicBlockRef shim_merge_preds(LLVMBasicBlockRef block, LLVMBasicBlockRef *preds,
                                              unsigned n) {
    SmallVector<BasicBlock *, 8> list;
    for (unsigned i = 0; i < n; i++) list.push_back(unwrap(preds[i]));
    BasicBlock *N =
        SplitBlockPredecessors(unwrap(block), list, ".ordo", static_cast<DominatorTree *>(nullptr));
    return wrap(N);
}

extern "C" LLVMValueRef shim_first_insertion(LLVMBasicBlockRef block) {
    return wrap(&*unwrap(block)->getFirstInsertionPt());
}

extern "C" LLVMValueRef shim_gather_allocas(LLVMValueRef fn) {
    BasicBlock &entry = unwrap<Function>(fn)->getEntryBlock();
    Instruction *last = nullptr;
    for (Instruction &I : make_early_inc_range(entry))
        if (auto *A = dyn_cast<AllocaInst>(&I))
            if (isa<ConstantInt>(A->getArraySize())) {
                if (last)
                    A->moveAfter(last);
                else
                    A->moveBefore(entry, entry.begin());
                last = A;
            }
    return wrap(last ? &*std::next(last->getIterator()) : &*entry.getFirstInsertionPt());
}

extern "C" bool shim_is_marker(LLVMValueRef inst) {
    Instruction *I = unwrap<Instruction>(inst);
    return I->isDebugOrPseudoInst() || I->isLifetimeStartOrEnd();
}

extern "C" bool shim_is_static_alloca(LLVMValueRef inst) {
    auto *A = dyn_cast<AllocaInst>(unwrap(inst));
    return A && A->isStaticAlloca();
}

extern "C" bool shim_escapes(LLVMValueRef pointer) {
    return PointerMayBeCaptured(unwrap(pointer), false, true);
}

extern "C" LLVMValueRef shim_underlying(LLVMValueRef pointer) {
    return wrap(const_cast<Value *>(getUnderlyingObject(unwrap(pointer), 0)));
}

extern "C" uint64_t shim_store_size(LLVMModuleRef m, LLVMTypeRef type) {
    return unwrap(m)->getDataLayout().getTypeStoreSize(unwrap(type)).getFixedValue();
}

extern "C" uint64_t shim_alloc_size(LLVMModuleRef m, LLVMTypeRef type) {
    return unwrap(m)->getDataLayout().getTypeAllocSize(unwrap(type)).getFixedValue();
}

extern "C" LLVMValueRef shim_pad_alloca(LLVMValueRef alloca, unsigned align) {
    AllocaInst *A = unwrap<AllocaInst>(alloca);
    const DataLayout &DL = A->getModule()->getDataLayout();
    auto size = A->getAllocationSize(DL);
    if (A->getAlign().value() < align) A->setAlignment(Align(align));
    if (!size || A->isUsedWithInAlloca() || A->isSwiftError()) return alloca;
    uint64_t bytes = size->getFixedValue();
    uint64_t pad = (align - bytes % align) % align;
    if (pad == 0 || bytes == 0) return alloca;
    LLVMContext &C = A->getContext();
    Type *inner = A->getAllocatedType();
    if (A->isArrayAllocation())
        inner = ArrayType::get(inner, cast<ConstantInt>(A->getArraySize())->getZExtValue());
    Type *padded = StructType::get(C, {inner, ArrayType::get(Type::getInt8Ty(C), pad)});
    auto *N =
        new AllocaInst(padded, A->getType()->getAddressSpace(), nullptr, A->getAlign(), "", A);
    N->takeName(A);
    N->setDebugLoc(A->getDebugLoc());
    A->replaceAllUsesWith(N);
    A->eraseFromParent();
    for (User *U : N->users()) // lifetime markers have the size as an argument
        if (auto *I = dyn_cast<IntrinsicInst>(U))
            if (I->isLifetimeStartOrEnd())
                I->setArgOperand(0, ConstantInt::get(Type::getInt64Ty(C), bytes + pad));
    return wrap(N);
}

static AttributeMask memory_promises() {
    AttributeMask M;
    for (auto kind : {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync,
                      Attribute::NoFree, Attribute::NoRecurse, Attribute::Speculatable,
                      Attribute::NoCallback, Attribute::MustProgress})
        M.addAttribute(kind);
    return M;
}

static AttributeMask pointer_promises() {
    AttributeMask M;
    for (auto kind :
         {Attribute::ReadNone, Attribute::ReadOnly, Attribute::WriteOnly, Attribute::NoFree})
        M.addAttribute(kind);
    return M;
}

extern "C" void shim_strip_function(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    F->removeFnAttrs(memory_promises());
    for (unsigned i = 0; i < F->arg_size(); i++) F->removeParamAttrs(i, pointer_promises());
}

extern "C" void shim_strip_call(LLVMValueRef call) {
    CallBase *C = unwrap<CallBase>(call);
    C->removeFnAttrs(memory_promises());
    for (unsigned i = 0; i < C->arg_size(); i++) C->removeParamAttrs(i, pointer_promises());
}

extern "C" void shim_writes_memory(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    F->removeFnAttr(Attribute::Memory);
    for (User *U : F->users())
        if (auto *C = dyn_cast<CallBase>(U)) C->removeFnAttr(Attribute::Memory);
}

extern "C" void shim_keep_lines_only(LLVMModuleRef m) {
    stripNonLineTableDebugInfo(*unwrap(m));
}

extern "C" bool shim_returns_twice(LLVMValueRef call) {
    return unwrap<CallBase>(call)->hasFnAttr(Attribute::ReturnsTwice);
}

extern "C" bool shim_is_musttail(LLVMValueRef call) {
    auto *C = dyn_cast<CallInst>(unwrap(call));
    return C && C->isMustTailCall();
}

extern "C" bool shim_no_tail(LLVMValueRef call) {
    auto *C = dyn_cast<CallInst>(unwrap(call));
    if (!C || !C->isTailCall() || C->isMustTailCall()) return false;
    C->setTailCallKind(CallInst::TCK_None);
    return true;
}

extern "C" uint64_t shim_byval_size(LLVMModuleRef m, LLVMValueRef v, unsigned index, bool is_call) {
    Type *T = is_call ? unwrap<CallBase>(v)->getParamByValType(index)
                      : unwrap<Function>(v)->getParamByValType(index);
    return T ? unwrap(m)->getDataLayout().getTypeAllocSize(T).getFixedValue() : 0;
}

extern "C" uint64_t shim_asm_operand_size(LLVMModuleRef m, LLVMValueRef call, unsigned index) {
    Type *T = unwrap<CallBase>(call)->getParamElementType(index);
    return T && T->isSized() ? unwrap(m)->getDataLayout().getTypeStoreSize(T).getFixedValue() : 0;
}

extern "C" void shim_outline(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    F->setCallingConv(CallingConv::PreserveMost);
    F->addFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::NoUnwind);
    F->setUWTableKind(UWTableKind::Default);
}

extern "C" void shim_set_preserve_most(LLVMValueRef v, bool is_call) {
    if (is_call)
        unwrap<CallBase>(v)->setCallingConv(CallingConv::PreserveMost);
    else
        unwrap<Function>(v)->setCallingConv(CallingConv::PreserveMost);
}

extern "C" void shim_keep_registers(LLVMValueRef fn) {
    shim_preserve_registers(unwrap<Function>(fn));
}

extern "C" void shim_set_nonlazybind(LLVMValueRef fn) {
    unwrap<Function>(fn)->addFnAttr(Attribute::NonLazyBind);
    unwrap<Function>(fn)->addFnAttr(Attribute::NoUnwind);
}

extern "C" void shim_set_nounwind(LLVMValueRef fn) {
    unwrap<Function>(fn)->setDoesNotThrow();
}

extern "C" void shim_set_cold(LLVMValueRef fn) {
    unwrap<Function>(fn)->addFnAttr(Attribute::Cold);
    unwrap<Function>(fn)->addFnAttr(Attribute::NoInline);
}

extern "C" bool shim_is_interposable(LLVMValueRef fn) {
    return unwrap<GlobalValue>(fn)->isInterposable();
}

static void copy_text(StringRef s, char *out, size_t size) {
    size_t n = std::min(s.size(), size - 1);
    memcpy(out, s.data(), n);
    out[n] = 0;
}

static void full_path(const DIFile *file, char *out, size_t size) {
    SmallString<256> path;
    if (!sys::path::is_absolute(file->getFilename())) path = file->getDirectory();
    sys::path::append(path, file->getFilename());
    sys::path::remove_dots(path, true);
    copy_text(path, out, size);
}

static void qualify(const DIScope *scope, std::string &out) {
    if (!scope) return;
    if (isa<DINamespace>(scope) || isa<DICompositeType>(scope)) {
        qualify(scope->getScope(), out);
        StringRef name = scope->getName();
        out += name.empty() ? "(anonymous)" : name.str();
        out += "::";
    }
}

extern "C" bool shim_routine_place(LLVMValueRef fn, struct shim_place *out) {
    DISubprogram *SP = unwrap<Function>(fn)->getSubprogram();
    if (!SP || !SP->getFile()) return false;
    std::string name;
    qualify(SP->getScope(), name);
    name += SP->getName().str();
    copy_text(name, out->name, sizeof out->name);
    full_path(SP->getFile(), out->file, sizeof out->file);
    out->line = SP->getLine();
    return !SP->getName().empty();
}

extern "C" bool shim_location(LLVMValueRef inst, unsigned *line, unsigned *column) {
    DILocation *loc = unwrap<Instruction>(inst)->getDebugLoc().get();
    if (!loc) return false;
    *line = loc->getLine(), *column = loc->getColumn();
    return true;
}

extern "C" bool shim_line(LLVMValueRef inst, unsigned *line, unsigned *column, const void **file) {
    Instruction *I = unwrap<Instruction>(inst);
    DILocation *loc = I->getDebugLoc().get();
    if (!loc || loc->getLine() == 0 || loc->isImplicitCode() || I->isDebugOrPseudoInst())
        return false;
    *line = loc->getLine(), *column = loc->getColumn(), *file = loc->getFile();
    return *file != nullptr;
}

extern "C" void shim_file_path(const void *file, char *out, size_t size) {
    full_path(static_cast<const DIFile *>(file), out, size);
}

static enum shim_arg_kind kind_of(const DIType *type) {
    for (int i = 0; type && i < 32; i++) {
        if (auto *d = dyn_cast<DIDerivedType>(type)) {
            if (d->getTag() != dwarf::DW_TAG_typedef && d->getTag() != dwarf::DW_TAG_const_type &&
                d->getTag() != dwarf::DW_TAG_volatile_type)
                return SHIM_ARG_OTHER;
            type = d->getBaseType();
            continue;
        }
        if (auto *b = dyn_cast<DIBasicType>(type)) {
            auto e = b->getEncoding();
            if (e == dwarf::DW_ATE_signed || e == dwarf::DW_ATE_signed_char) return SHIM_ARG_SIGNED;
            if (e == dwarf::DW_ATE_unsigned || e == dwarf::DW_ATE_unsigned_char)
                return SHIM_ARG_UNSIGNED;
        }
        return SHIM_ARG_OTHER;
    }
    return SHIM_ARG_OTHER;
}

extern "C" enum shim_arg_kind shim_argument(LLVMValueRef arg, char *name, size_t name_size) {
    Argument *A = unwrap<Argument>(arg);
    DISubprogram *SP = A->getParent()->getSubprogram();
    if (!SP) return SHIM_ARG_OTHER;
    const DILocalVariable *var = nullptr;
    SmallVector<DbgValueInst *, 4> intrinsics;
#if LLVM_VERSION_MAJOR >= 19
    SmallVector<DbgVariableRecord *, 4> records;
    findDbgValues(intrinsics, A, &records);
    for (auto *r : records)
        if (!var && r->getVariable()->isParameter() && !r->getDebugLoc()->getInlinedAt())
            var = r->getVariable();
#else
    findDbgValues(intrinsics, A);
#endif
    for (auto *d : intrinsics)
        if (!var && d->getVariable()->isParameter() && !d->getDebugLoc()->getInlinedAt())
            var = d->getVariable();
    if (!var) return SHIM_ARG_OTHER;
    copy_text(var->getName(), name, name_size);
    return kind_of(var->getType());
}

extern "C" void shim_unit(LLVMModuleRef m, char *directory, char *file, size_t size) {
    Module *M = unwrap(m);
    copy_text("", directory, size);
    copy_text(M->getSourceFileName(), file, size);
    for (DICompileUnit *CU : M->debug_compile_units()) {
        copy_text(CU->getDirectory(), directory, size);
        full_path(CU->getFile(), file, size);
        return;
    }
}

extern "C" uint64_t shim_profile_hash(const char *bytes, size_t n) {
    return MD5Hash(StringRef(bytes, n));
}

extern "C" void shim_append_ctor(LLVMModuleRef m, LLVMValueRef fn, bool destructor,
                                 unsigned priority) {
    if (destructor)
        appendToGlobalDtors(*unwrap(m), unwrap<Function>(fn), (int)priority);
    else
        appendToGlobalCtors(*unwrap(m), unwrap<Function>(fn), (int)priority);
}

extern "C" void shim_append_used(LLVMModuleRef m, LLVMValueRef global) {
    appendToCompilerUsed(*unwrap(m), {unwrap<GlobalValue>(global)});
}

extern "C" void shim_append_retained(LLVMModuleRef m, LLVMValueRef global) {
    appendToUsed(*unwrap(m), {unwrap<GlobalValue>(global)});
}

static MDNode *alias_scopes(LLVMContext &C, unsigned classes) {
    static const char *const names[] = {"ordo shadow", "ordo frame", "ordo stable", "ordo counts"};
    MDNode *domain = MDNode::get(C, {MDString::get(C, "ordo")});
    SmallVector<Metadata *, 4> list;
    for (unsigned i = 0; i < 4; i++)
        if (classes & 1u << i) list.push_back(MDNode::get(C, {MDString::get(C, names[i]), domain}));
    return MDNode::get(C, list);
}

extern "C" void shim_tag_memory(LLVMValueRef inst, enum shim_memory which) {
    Instruction *I = unwrap<Instruction>(inst);
    LLVMContext &C = I->getContext();
    I->setMetadata(LLVMContext::MD_alias_scope, alias_scopes(C, which));
    I->setMetadata(LLVMContext::MD_noalias, alias_scopes(C, SHIM_ALL & ~(unsigned)which));
}

extern "C" void shim_tag_untouched(LLVMValueRef inst, unsigned classes) {
    Instruction *I = unwrap<Instruction>(inst);
    MDNode *list = alias_scopes(I->getContext(), classes);
    MDNode *old = I->getMetadata(LLVMContext::MD_noalias);
    I->setMetadata(LLVMContext::MD_noalias, old ? MDNode::concatenate(old, list) : list);
}

extern "C" LLVMValueRef shim_thread_address(LLVMBuilderRef b, LLVMModuleRef, LLVMValueRef global) {
    return wrap(unwrap(b)->CreateThreadLocalAddress(unwrap<GlobalVariable>(global)));
}

extern "C" void shim_privatise_inline_bodies(LLVMModuleRef m, bool (*known)(const char *)) {
    Module *M = unwrap(m);
    SmallVector<Function *, 16> list;
    for (Function &F : *M) {
        if (!F.hasAvailableExternallyLinkage() || F.isDeclaration()) continue;
        if (known(F.getName().str().c_str()))
            F.deleteBody();
        else
            list.push_back(&F);
    }
    for (Function *F : list) {
        Function *P = shim_move_out(F, ".ordo");
        P->setComdat(nullptr);
        F->setLinkage(GlobalValue::ExternalLinkage);
        F->setComdat(nullptr);
        for (Use &U : make_early_inc_range(F->uses()))
            if (auto *C = dyn_cast<CallBase>(U.getUser()))
                if (C->isCallee(&U)) U.set(P);
    }
}

namespace {
struct OrdoPass : PassInfoMixin<OrdoPass> {
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
        opass_run(wrap(&M));
        return PreservedAnalyses::none();
    }
    static bool isRequired() {
        return true;
    }
};
struct OrdoLatePass : PassInfoMixin<OrdoLatePass> {
    // What LLVM knew about the effects of functions is wrong now. Without `abandon` it would keep
    // it: GlobalsAA calls itself stateless, and is not computed again after this extension point.
    PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
        opass_run_late(wrap(&M));
        PreservedAnalyses none = PreservedAnalyses::none();
        none.abandon<GlobalsAA>();
        return none;
    }
    static bool isRequired() {
        return true;
    }
};
} // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
    return {LLVM_PLUGIN_API_VERSION, "ordo", LLVM_VERSION_STRING, [](PassBuilder &PB) {
                PB.registerPipelineStartEPCallback(
                    [](ModulePassManager &MPM, OptimizationLevel) { MPM.addPass(OrdoPass()); });
                PB.registerOptimizerEarlyEPCallback(
                    [](ModulePassManager &MPM, OptimizationLevel level, auto...) {
                        MPM.addPass(OrdoLatePass());
                        if (level != OptimizationLevel::O0)
                            MPM.addPass(RequireAnalysisPass<GlobalsAA, Module>());
                    });
                if (auto *callbacks = PB.getPassInstrumentationCallbacks())
                    shim_keep_tags(*callbacks);
            }};
}
