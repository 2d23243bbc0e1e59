/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libclang.h: the library with clang's syntax trees, loaded when an experiment is built.
 *
 * Errors:  ORDO_ENVIRONMENT if it is not installed
 * Memory:  loaded until the program ends
 * Threads: the first call must not be concurrent with others
 */
#ifndef ORDO_LIBCLANG_H
#define ORDO_LIBCLANG_H

#include "base/status.h"
#include <clang-c/Index.h>

#define ORDO_LIBCLANG_FUNCTIONS(FUNCTION)                                                          \
    FUNCTION(Cursor_isNull)                                                                        \
    FUNCTION(Location_isInSystemHeader)                                                            \
    FUNCTION(Type_getSizeOf)                                                                       \
    FUNCTION(createIndex)                                                                          \
    FUNCTION(disposeIndex)                                                                         \
    FUNCTION(disposeString)                                                                        \
    FUNCTION(disposeTokens)                                                                        \
    FUNCTION(disposeTranslationUnit)                                                               \
    FUNCTION(getArgType)                                                                           \
    FUNCTION(getCString)                                                                           \
    FUNCTION(getCanonicalType)                                                                     \
    FUNCTION(getCursorBinaryOperatorKind)                                                          \
    FUNCTION(getCursorExtent)                                                                      \
    FUNCTION(getCursorKind)                                                                        \
    FUNCTION(getCursorLocation)                                                                    \
    FUNCTION(getCursorSpelling)                                                                    \
    FUNCTION(getCursorType)                                                                        \
    FUNCTION(getExpansionLocation)                                                                 \
    FUNCTION(getFileName)                                                                          \
    FUNCTION(getNumArgTypes)                                                                       \
    FUNCTION(getRange)                                                                             \
    FUNCTION(getRangeEnd)                                                                          \
    FUNCTION(getRangeStart)                                                                        \
    FUNCTION(getResultType)                                                                        \
    FUNCTION(getTokenExtent)                                                                       \
    FUNCTION(getTokenKind)                                                                         \
    FUNCTION(getTokenLocation)                                                                     \
    FUNCTION(getTokenSpelling)                                                                     \
    FUNCTION(getTranslationUnitCursor)                                                             \
    FUNCTION(getTypeSpelling)                                                                      \
    FUNCTION(getTypedefDeclUnderlyingType)                                                         \
    FUNCTION(isExpression)                                                                         \
    FUNCTION(isStatement)                                                                          \
    FUNCTION(parseTranslationUnit2)                                                                \
    FUNCTION(tokenize)                                                                             \
    FUNCTION(visitChildren)

/* Has clang_NAME as member NAME. */
struct ordo_libclang {
#define FUNCTION(name) __typeof__(clang_##name) *name;
    ORDO_LIBCLANG_FUNCTIONS(FUNCTION)
#undef FUNCTION
};

enum ordo_status ordo_libclang_get(const struct ordo_libclang **out, struct ordo_error *error);

#endif
