// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_routines.cpp: versions of whole routines, and functions that lead to them (see
// shim_routines.h).

#include "shim_routines.h"
#include "shim.h"
#include "shim_move.h"
#include "shim_recorded.h"

#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

void shim_drop_debug(BasicBlock *B) {
    for (Instruction &I : make_early_inc_range(*B)) {
#if LLVM_VERSION_MAJOR >= 19
        I.dropDbgRecords();
#endif
        I.setMetadata(LLVMContext::MD_DIAssignID, nullptr);
        if (isa<DbgInfoIntrinsic>(I)) I.eraseFromParent();
    }
}

void shim_prepare_recorded(Function *T, const Function &F) {
    LLVMContext &C = F.getContext();
    AttrBuilder A(C, F.getAttributes().getFnAttrs());
    for (auto kind : {Attribute::Memory, Attribute::WillReturn, Attribute::NoSync,
                      Attribute::NoFree, Attribute::NoRecurse, Attribute::Speculatable,
                      Attribute::NoCallback, Attribute::MustProgress, Attribute::NoReturn,
                      Attribute::AlwaysInline, Attribute::InlineHint, Attribute::ReturnsTwice,
                      Attribute::AllocSize, Attribute::AllocKind, Attribute::Hot})
        A.removeAttribute(kind);
    A.removeAttribute("alloc-family");
    for (auto mark : {"ordo-plain", "ordo-recorded", "ordo-entry", "ordo-scope"})
        A.removeAttribute(mark);
    A.addAttribute(Attribute::NoInline);
    A.addAttribute(Attribute::Cold);
    A.addAttribute("frame-pointer", "all"); // unwind tables describe such frames in fewer bytes
    if (!A.contains(Attribute::OptimizeNone)) {
        A.addAttribute(Attribute::MinSize);
        A.addAttribute(Attribute::OptimizeForSize);
    }
    AttributeList list = T->getAttributes();
    list = list.removeFnAttributes(C);
    T->setAttributes(list.addFnAttributes(C, A));
    T->setLinkage(GlobalValue::InternalLinkage);
    T->setVisibility(GlobalValue::DefaultVisibility);
    T->setDLLStorageClass(GlobalValue::DefaultStorageClass);
    T->setDSOLocal(true);
    T->setComdat(const_cast<Comdat *>(F.getComdat()));
    if (F.hasPersonalityFn()) T->setPersonalityFn(F.getPersonalityFn());
    if (F.hasGC()) T->setGC(F.getGC());
}

// Builds `return T(arguments)` in F; returns the call.
static CallInst *return_call(IRBuilder<> &B, Function *F, Function *T) {
    SmallVector<Value *, 8> args;
    for (Argument &A : F->args()) args.push_back(&A);
    CallInst *call = B.CreateCall(T, args);
    call->setCallingConv(T->getCallingConv());
    AttributeList from = F->getAttributes();
    SmallVector<AttributeSet, 8> of_args;
    for (unsigned i = 0; i < F->arg_size(); i++) of_args.push_back(from.getParamAttrs(i));
    call->setAttributes(
        AttributeList::get(F->getContext(), AttributeSet(), from.getRetAttrs(), of_args));
    call->setTailCallKind(F->isVarArg() ? CallInst::TCK_MustTail : CallInst::TCK_Tail);
    call->addFnAttr(Attribute::NoInline);
    if (DISubprogram *SP = F->getSubprogram())
        call->setDebugLoc(DILocation::get(F->getContext(), SP->getLine(), 0, SP));
    if (F->getReturnType()->isVoidTy())
        B.CreateRetVoid();
    else
        B.CreateRet(call);
    return call;
}

extern "C" void shim_return_call_if(LLVMValueRef cond, LLVMValueRef at, LLVMValueRef callee) {
    Instruction *I = unwrap<Instruction>(at);
    Function *F = I->getFunction();
    MDNode *weights = MDBuilder(F->getContext()).createBranchWeights(1, 1u << 20);
    Instruction *then = SplitBlockAndInsertIfThen(unwrap(cond), I, true, weights);
    IRBuilder<> B(then);
    return_call(B, F, unwrap<Function>(callee));
    then->eraseFromParent();
}

extern "C" LLVMValueRef shim_plain_version(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    Function *P = shim_move_out(F, ".plain");
    P->setComdat(nullptr); // code that F is inlined into calls P, even if the linker drops F
    P->removeFnAttr("ordo-scope");
    F->removeFnAttr(Attribute::AlwaysInline);
    F->removeFnAttr(Attribute::InlineHint);
    F->addFnAttr(Attribute::NoInline);
    return wrap(P);
}

extern "C" LLVMValueRef shim_copy(LLVMValueRef fn) {
    ValueToValueMapTy VM;
    Function *T = CloneFunction(unwrap<Function>(fn), VM);
    T->setSubprogram(nullptr);
    for (BasicBlock &B : *T) {
        shim_drop_debug(&B);
        for (Instruction &I : B) I.setDebugLoc(DebugLoc());
    }
    return wrap(T);
}

extern "C" LLVMValueRef shim_recorded_copy(LLVMValueRef fn, LLVMValueRef of) {
    Function *F = unwrap<Function>(fn);
    ValueToValueMapTy VM;
    Function *T = CloneFunction(F, VM);
    T->setName(unwrap<Function>(of)->getName() + ".recorded");
    T->setSubprogram(nullptr);
    shim_prepare_recorded(T, *F);
    T->addFnAttr("disable-tail-calls", "true");
    for (BasicBlock &B : *T) shim_drop_debug(&B);
    return wrap(T);
}

extern "C" void shim_record_seldom(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    F->setName(F->getName() + ".recorded");
    shim_prepare_recorded(F, *F);
    for (BasicBlock &B : *F) shim_drop_debug(&B);
}

extern "C" void shim_begin_with(LLVMValueRef fn, LLVMValueRef code) {
    unwrap<Function>(fn)->setPrologueData(unwrap<Constant>(code));
}

extern "C" bool shim_may_begin_with(LLVMValueRef fn) {
    Function *F = unwrap<Function>(fn);
    return !F->hasPrologueData() && !F->hasFnAttribute("patchable-function-entry") &&
           !F->getParent()->getModuleFlag("cf-protection-branch");
}

void shim_hide_from_profilers(Function *T) {
    for (auto when : {"entry", "entry-inlined", "exit", "exit-inlined"})
        T->removeFnAttr((Twine("instrument-function-") + when).str());
}

extern "C" LLVMValueRef shim_declare_like(LLVMValueRef fn, const char *suffix) {
    Function *F = unwrap<Function>(fn);
    Function *T = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage,
                                   F->getAddressSpace(), F->getName() + suffix, F->getParent());
    T->copyAttributesFrom(F);
    shim_prepare_recorded(T, *F);
    T->removeFnAttr("frame-pointer"); // it will have no frame
    shim_hide_from_profilers(T);
    T->setPersonalityFn(nullptr);
    return wrap(T);
}

extern "C" LLVMValueRef shim_declare_door(LLVMValueRef fn, const char *suffix) {
    Function *F = unwrap<Function>(fn);
    Function *T = Function::Create(F->getFunctionType(), GlobalValue::InternalLinkage,
                                   F->getAddressSpace(), F->getName() + suffix, F->getParent());
    T->copyAttributesFrom(F);
    for (auto mark : {"ordo-plain", "ordo-scope"}) T->removeFnAttr(mark);
    T->removeFnAttr("frame-pointer"); // it will have no frame
    T->addFnAttr(Attribute::NoInline);
    shim_strip_function(wrap(T));
    shim_hide_from_profilers(T);
    T->setPersonalityFn(nullptr);
    return wrap(T);
}

extern "C" LLVMValueRef shim_return_call(LLVMValueRef fn, LLVMValueRef callee) {
    Function *F = unwrap<Function>(fn);
    IRBuilder<> B(BasicBlock::Create(F->getContext(), "", F));
    return wrap(return_call(B, F, unwrap<Function>(callee)));
}

extern "C" LLVMValueRef shim_jump_to(LLVMValueRef fn, const char *name) {
    Function *F = unwrap<Function>(fn);
    Module *M = F->getParent();
    Function *J = Function::Create(F->getFunctionType(), GlobalValue::LinkOnceODRLinkage, name, M);
    J->setVisibility(GlobalValue::HiddenVisibility);
    J->setDSOLocal(true);
    J->setComdat(M->getOrInsertComdat(name));
    J->setCallingConv(F->getCallingConv());
    for (auto kind : {Attribute::NoInline, Attribute::Cold, Attribute::MinSize,
                      Attribute::OptimizeForSize, Attribute::NoUnwind})
        J->addFnAttr(kind);
    IRBuilder<> B(BasicBlock::Create(M->getContext(), "", J));
    SmallVector<Value *, 4> args;
    for (Argument &A : J->args()) args.push_back(&A);
    CallInst *call = B.CreateCall(F, args);
    call->setCallingConv(F->getCallingConv());
    call->setTailCallKind(CallInst::TCK_MustTail);
    if (F->getReturnType()->isVoidTy())
        B.CreateRetVoid();
    else
        B.CreateRet(call);
    return wrap(J);
}

extern "C" LLVMValueRef shim_bare_jump(LLVMModuleRef m, const char *symbol, const char *name) {
    Module *M = unwrap(m);
    LLVMContext &C = M->getContext();
    FunctionType *type = FunctionType::get(Type::getVoidTy(C), false);
    Function *J = Function::Create(type, GlobalValue::LinkOnceODRLinkage, name, M);
    J->setVisibility(GlobalValue::HiddenVisibility);
    J->setDSOLocal(true);
    J->setComdat(M->getOrInsertComdat(name));
    for (auto kind : {Attribute::Naked, Attribute::NoInline, Attribute::Cold}) J->addFnAttr(kind);
    IRBuilder<> B(BasicBlock::Create(C, "", J));
    std::string code = (Twine(".weak ") + symbol + "\n\tjmpq *" + symbol + "@GOTPCREL(%rip)").str();
    B.CreateCall(InlineAsm::get(type, code, "", true));
    B.CreateUnreachable();
    return wrap(J);
}

extern "C" bool shim_may_dispatch(LLVMValueRef call) {
    auto *C = unwrap<CallBase>(call);
    bool usual = C->getCallingConv() == CallingConv::C || C->getCallingConv() == CallingConv::Fast;
    return usual && !C->isMustTailCall() && !C->hasOperandBundles() &&
           !C->getAttributes().hasAttrSomewhere(Attribute::Nest);
}

extern "C" void shim_dispatch(LLVMValueRef call, LLVMValueRef through, LLVMValueRef extra) {
    auto *C = unwrap<CallBase>(call);
    LLVMContext &X = C->getContext();
    AttributeList from = C->getAttributes();
    SmallVector<Value *, 8> args = {unwrap(extra)};
    SmallVector<Type *, 8> types = {args[0]->getType()};
    SmallVector<AttributeSet, 8> attributes = {AttributeSet().addAttribute(X, Attribute::Nest)};
    for (Type *T : C->getFunctionType()->params()) types.push_back(T);
    for (unsigned i = 0; i < C->arg_size(); i++) {
        args.push_back(C->getArgOperand(i));
        attributes.push_back(from.getParamAttrs(i));
    }
    FunctionType *type = FunctionType::get(C->getType(), types, C->getFunctionType()->isVarArg());
    FunctionCallee to(type, unwrap(through));
    IRBuilder<> B(C);
    CallBase *made;
    if (auto *I = dyn_cast<InvokeInst>(C)) {
        made = B.CreateInvoke(to, I->getNormalDest(), I->getUnwindDest(), args);
    } else {
        made = B.CreateCall(to, args);
        cast<CallInst>(made)->setTailCallKind(cast<CallInst>(C)->getTailCallKind());
    }
    made->setAttributes(AttributeList::get(X, from.getFnAttrs(), from.getRetAttrs(), attributes));
    made->removeFnAttr(Attribute::AllocSize); // it counts arguments
    made->setCallingConv(CallingConv::C); // which the fast one is, unless tail calls are guaranteed
    made->copyMetadata(*C);
    made->setMetadata(LLVMContext::MD_callees, nullptr);
    made->takeName(C);
    C->replaceAllUsesWith(made);
    C->eraseFromParent();
}

extern "C" bool shim_is_for_executables(LLVMModuleRef m) {
    const Module *M = unwrap(m);
    if (M->getCodeModel().value_or(CodeModel::Small) != CodeModel::Small) return false;
    return M->getPICLevel() == PICLevel::NotPIC || M->getPIELevel() != PIELevel::Default;
}

extern "C" bool shim_is_local(LLVMValueRef fn) {
    return unwrap<Function>(fn)->isDSOLocal();
}

extern "C" bool shim_in_group(LLVMValueRef fn) {
    return unwrap<Function>(fn)->hasComdat();
}

// Returns i1: is the pointer V not null?
static Value *not_null(Value *V, Instruction *before) {
    if (auto *S = dyn_cast<SelectInst>(V))
        if (isa<ConstantPointerNull>(S->getFalseValue())) return S->getCondition();
    if (isa<ConstantPointerNull>(V)) return ConstantInt::getFalse(V->getContext());
    if (isa<GlobalVariable>(V)) return ConstantInt::getTrue(V->getContext());
    return IRBuilder<>(before).CreateIsNotNull(V);
}

static void decide(CallInst *C) {
    Function *F = C->getFunction();
    Value *of = C->getArgOperand(0), *answer = not_null(of, C);
    SmallVector<BasicBlock *, 2> decided;
    for (User *U : C->users())
        if (auto *B = dyn_cast<BranchInst>(U)) decided.push_back(B->getParent());
    C->replaceAllUsesWith(answer);
    C->eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(of);
    if (!isa<Constant>(answer)) return;
    for (BasicBlock *B : decided) ConstantFoldTerminator(B);
    removeUnreachableBlocks(*F);
}

extern "C" void shim_decide(LLVMValueRef *questions, unsigned n) {
    SmallVector<WeakVH, 16> left; // a decision may remove the code of another question
    for (unsigned i = 0; i < n; i++) left.push_back(unwrap(questions[i]));
    for (WeakVH &question : left)
        if (Value *V = question) decide(cast<CallInst>(V));
}

extern "C" void shim_drop_locations(LLVMValueRef fn) {
    for (BasicBlock &B : *unwrap<Function>(fn))
        for (Instruction &I : B) I.setDebugLoc(DebugLoc());
}
