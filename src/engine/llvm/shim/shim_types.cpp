// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_types.cpp: reads LLVM's debug information about types and variables (see shim_types.h).

#include "shim_types.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Path.h"

using namespace llvm;

static bool is_transparent(unsigned tag) {
    switch (tag) {
    case dwarf::DW_TAG_typedef:
    case dwarf::DW_TAG_const_type:
    case dwarf::DW_TAG_volatile_type:
    case dwarf::DW_TAG_restrict_type:
    case dwarf::DW_TAG_atomic_type:
    case dwarf::DW_TAG_member:
        return true;
    }
    return false;
}

static const DIType *strip(const DIType *type) {
    while (auto *d = dyn_cast_or_null<DIDerivedType>(type)) {
        if (!is_transparent(d->getTag())) break;
        type = d->getBaseType();
    }
    return type;
}

static bool is_pointer(const DIType *type) {
    if (!type) return false;
    unsigned tag = type->getTag();
    return tag == dwarf::DW_TAG_pointer_type || tag == dwarf::DW_TAG_reference_type ||
           tag == dwarf::DW_TAG_rvalue_reference_type;
}

static bool is_record(const DIType *type) {
    if (!type) return false;
    unsigned tag = type->getTag();
    return tag == dwarf::DW_TAG_structure_type || tag == dwarf::DW_TAG_class_type ||
           tag == dwarf::DW_TAG_union_type;
}

static void copy_text(StringRef s, char *out, size_t size) {
    size_t n = std::min(s.size(), size - 1);
    memcpy(out, s.data(), n);
    out[n] = 0;
}

static void qualify(const DIScope *scope, std::string &out) {
    if (!scope || !(isa<DINamespace>(scope) || isa<DICompositeType>(scope))) return;
    qualify(scope->getScope(), out);
    StringRef name = scope->getName();
    if (isa<DINamespace>(scope) && cast<DINamespace>(scope)->getExportSymbols()) return;
    out += name.empty() ? "(anonymous)" : name.str();
    out += "::";
}

// Returns the number of elements over all dimensions; 0: a dimension is unknown.
static uint64_t count_of(const DICompositeType *array) {
    uint64_t count = 1;
    for (const DINode *e : array->getElements()) {
        auto *range = dyn_cast_or_null<DISubrange>(e);
        if (!range) return 0;
        auto bound = range->getCount();
        auto *n = dyn_cast_if_present<ConstantInt *>(bound);
        if (!n || n->getSExtValue() < 0) return 0;
        count *= n->getZExtValue();
    }
    return count;
}

// Returns the number of elements of the last dimension; 0: there is one dimension, or it is
// unknown.
static uint64_t row_of(const DICompositeType *array) {
    auto dimensions = array->getElements();
    if (dimensions.size() < 2) return 0;
    auto *range = dyn_cast_or_null<DISubrange>(dimensions[dimensions.size() - 1]);
    if (!range) return 0;
    auto bound = range->getCount();
    auto *n = dyn_cast_if_present<ConstantInt *>(bound);
    return n && n->getSExtValue() > 0 ? n->getZExtValue() : 0;
}

extern "C" void shim_type_read(const void *handle, struct shim_type *out) {
    auto *type = static_cast<const DIType *>(handle);
    out->bytes = type->getSizeInBits() / 8;
    out->target = nullptr;
    out->count = out->row = 0;
    std::string name;
    qualify(type->getScope(), name);
    out->qualifier = std::min(name.size(), sizeof out->name - 1);
    name = type->getName().empty() ? "" : name + type->getName().str();
    copy_text(name, out->name, sizeof out->name);
    if (is_pointer(type)) {
        out->kind = SHIM_TYPE_POINTER;
        out->target = strip(cast<DIDerivedType>(type)->getBaseType());
    } else if (is_record(type)) {
        out->kind = SHIM_TYPE_RECORD;
    } else if (type->getTag() == dwarf::DW_TAG_array_type) {
        auto *array = cast<DICompositeType>(type);
        out->kind = SHIM_TYPE_ARRAY;
        out->target = strip(array->getBaseType());
        out->count = count_of(array);
        out->row = row_of(array);
    } else if (type->getTag() == dwarf::DW_TAG_base_type ||
               type->getTag() == dwarf::DW_TAG_enumeration_type) {
        out->kind = SHIM_TYPE_SCALAR;
    } else {
        out->kind = SHIM_TYPE_FUNCTION;
    }
}

extern "C" unsigned shim_type_members(const void *record, struct shim_member *out, unsigned max) {
    unsigned n = 0;
    for (const DINode *e : static_cast<const DICompositeType *>(record)->getElements()) {
        auto *d = dyn_cast_or_null<DIDerivedType>(e);
        if (!d || d->isStaticMember() || d->isBitField() || d->isVirtual()) continue;
        if (d->getTag() != dwarf::DW_TAG_member && d->getTag() != dwarf::DW_TAG_inheritance)
            continue;
        const DIType *type = strip(d->getBaseType());
        if (type && n < max) out[n++] = {type, d->getOffsetInBits() / 8};
    }
    return n;
}

extern "C" void shim_each_record(LLVMModuleRef m, void (*take)(void *, const void *, const char *),
                                 void *to) {
    DebugInfoFinder finder;
    finder.processModule(*unwrap(m));
    DenseMap<const DIType *, StringRef> alias;
    for (const DIType *t : finder.types())
        if (t->getTag() == dwarf::DW_TAG_typedef) alias.try_emplace(strip(t), t->getName());
    for (const DIType *t : finder.types()) {
        auto *c = dyn_cast<DICompositeType>(t);
        if (!c || !is_record(c) || c->isForwardDecl()) continue;
        take(to, c, c->getName().empty() ? alias.lookup(c).str().c_str() : "");
    }
}

static bool leads_somewhere(const DIType *t) {
    return is_pointer(t) && strip(cast<DIDerivedType>(t)->getBaseType());
}

// Does this use of V say that V is the variable's address? Otherwise V is its value. With
// optimisation clang notes the address with every assignment instead of in a declaration.
static bool is_address(const Value *V, const DbgVariableIntrinsic *use) {
    if (auto *a = dyn_cast<DbgAssignIntrinsic>(use))
        return a->getAddress() == V && !a->getAddressExpression()->getNumElements();
    return isa<DbgDeclareInst>(use);
}

#if LLVM_VERSION_MAJOR >= 19
static bool is_address(const Value *V, DbgVariableRecord *use) {
    if (use->isDbgAssign())
        return use->getAddress() == V && !use->getAddressExpression()->getNumElements();
    return use->isDbgDeclare();
}
#endif

// Returns the type of the member, however deep in records but not in arrays, that has exactly these
// bits. NULL: there is none.
static const DIType *part_of(const DIType *type, uint64_t offset, uint64_t bits) {
    while (type && is_record(type)) {
        const DIType *part = nullptr;
        for (const DINode *e : cast<DICompositeType>(type)->getElements()) {
            auto *d = dyn_cast_or_null<DIDerivedType>(e);
            bool plain =
                d && !d->isStaticMember() && !d->isBitField() && !d->isVirtual() &&
                (d->getTag() == dwarf::DW_TAG_member || d->getTag() == dwarf::DW_TAG_inheritance);
            const DIType *t = plain ? strip(d->getBaseType()) : nullptr;
            if (!t || d->getOffsetInBits() > offset ||
                offset + bits > d->getOffsetInBits() + t->getSizeInBits())
                continue;
            if (part && part != t) return nullptr; // members of a union
            part = t;
            if (type->getTag() == dwarf::DW_TAG_union_type) continue;
            offset -= d->getOffsetInBits();
            break;
        }
        type = part;
    }
    return type && !offset && type->getSizeInBits() == bits ? type : nullptr;
}

// Returns the source's type of the value V of a variable or of a member of it. A record whose
// address is not taken is kept in registers, member by member.
static const DIType *valued(const Value *V, const DIType *type, const DIExpression *e) {
    if (!type || !V->getType()->isPointerTy()) return e->getNumElements() ? nullptr : type;
    auto fragment = e->getFragmentInfo();
    if (fragment && e->getNumElements() == 3)
        return part_of(type, fragment->OffsetInBits, fragment->SizeInBits);
    if (e->getNumElements()) return nullptr;
    return is_record(type) ? part_of(type, 0, type->getSizeInBits()) : type;
}

// Returns the type of a variable that debug information connects with V: as its address, or as its
// value.
static const DIType *variable(Value *V, bool address) {
    if (!V->isUsedByMetadata()) return nullptr;
    const DIType *found = nullptr;
    auto take = [&](auto *use) {
        if (is_address(V, use) != address) return;
        if (use->getDebugLoc() && use->getDebugLoc()->getInlinedAt()) return;
        const DIType *type = strip(use->getVariable()->getType());
        if (!address) type = valued(V, type, use->getExpression());
        if (address && use->getExpression()->getNumElements()) return;
        if (type && (!found || (!leads_somewhere(found) && leads_somewhere(type)))) found = type;
    };
    SmallVector<DbgVariableIntrinsic *, 4> intrinsics;
#if LLVM_VERSION_MAJOR >= 19
    SmallVector<DbgVariableRecord *, 4> records;
    findDbgUsers(intrinsics, V, &records);
    for (auto *r : records) take(r);
#else
    findDbgUsers(intrinsics, V);
#endif
    for (auto *d : intrinsics) take(d);
    return found;
}

extern "C" const void *shim_variable_at(LLVMValueRef address) {
    return variable(unwrap(address), true);
}

extern "C" const void *shim_variable_with(LLVMValueRef value) {
    return variable(unwrap(value), false);
}

extern "C" const void *shim_global_type(LLVMValueRef global, char *name, size_t size) {
    SmallVector<DIGlobalVariableExpression *, 2> list;
    unwrap<GlobalVariable>(global)->getDebugInfo(list);
    for (auto *e : list) {
        if (e->getExpression() && e->getExpression()->getNumElements()) continue;
        if (name) copy_text(e->getVariable()->getName(), name, size);
        return strip(e->getVariable()->getType());
    }
    return nullptr;
}

extern "C" const void *shim_allocated_type(LLVMValueRef call) {
    auto *type = dyn_cast_or_null<DIType>(unwrap<Instruction>(call)->getMetadata("heapallocsite"));
    return strip(type);
}

extern "C" const void *shim_return_type(LLVMValueRef fn) {
    DISubprogram *SP = unwrap<Function>(fn)->getSubprogram();
    if (!SP || !SP->getType()) return nullptr;
    auto types = SP->getType()->getTypeArray();
    return types.size() ? strip(types[0]) : nullptr;
}

/* The debug information splits one path in several ways. */
static std::string path_of(const DIFile *file) {
    SmallString<256> path = file->getFilename();
    if (!sys::path::is_absolute(path)) {
        path = file->getDirectory();
        sys::path::append(path, file->getFilename());
    }
    sys::path::remove_dots(path, true);
    return std::string(path);
}

extern "C" bool shim_is_of_source(const void *record, LLVMModuleRef m) {
    auto *type = dyn_cast_or_null<DICompositeType>(static_cast<const Metadata *>(record));
    const DIFile *file = type ? type->getFile() : nullptr;
    if (!file) return false;
    for (const DICompileUnit *unit : unwrap(m)->debug_compile_units())
        if (unit->getFile() && path_of(unit->getFile()) == path_of(file)) return true;
    return false;
}

extern "C" const void *shim_template_argument(const void *record) {
    auto *type = dyn_cast_or_null<DICompositeType>(static_cast<const Metadata *>(record));
    auto arguments = type ? type->getTemplateParams() : DITemplateParameterArray();
    if (!arguments || !arguments.size()) return nullptr;
    auto *first = dyn_cast<DITemplateTypeParameter>(arguments[0]);
    return first ? strip(first->getType()) : nullptr;
}

extern "C" bool shim_takes_anything(LLVMValueRef fn, unsigned parameter) {
    Function *F = unwrap<Function>(fn);
    DISubprogram *SP = F->getSubprogram();
    if (!SP || !SP->getType()) return false;
    auto types = SP->getType()->getTypeArray();
    if (types.size() != F->arg_size() + 1 || parameter >= F->arg_size()) return false;
    auto *type = static_cast<const Metadata *>(strip(types[parameter + 1]));
    auto *pointer = dyn_cast_or_null<DIDerivedType>(type);
    return pointer && pointer->getTag() == dwarf::DW_TAG_pointer_type &&
           !strip(pointer->getBaseType());
}

extern "C" LLVMValueRef shim_declaration(LLVMValueRef address) {
    SmallVector<DbgVariableIntrinsic *, 4> intrinsics;
    Value *V = unwrap(address);
#if LLVM_VERSION_MAJOR >= 19
    SmallVector<DbgVariableRecord *, 4> records;
    findDbgUsers(intrinsics, V, &records);
    for (auto *r : records)
        if (r->isDbgDeclare() && r->getInstruction())
            return wrap(static_cast<Value *>(const_cast<Instruction *>(r->getInstruction())));
#else
    findDbgUsers(intrinsics, V);
#endif
    for (auto *d : intrinsics)
        if (isa<DbgDeclareInst>(d)) return wrap(static_cast<Value *>(d));
    return nullptr;
}
