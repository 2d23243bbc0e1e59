/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_cxx.h: models of routines of the C++ library, which is not a dependency of the runtime.
 *
 *   BOUND(type, symbol)    defines bound_symbol(), which returns the library's routine
 *   CXX_ACCOUNT(id, name)  defines a cost account with a readable name
 *
 * References are weak. If the loader left one unresolved, because dlopen loaded the C++ library
 * later, the routine is looked up at the first call.
 *
 * Signal-safe: once bound. May allocate: during the look-up, as dlsym does. Threads: any.
 */
#ifndef ORT_LIBC_CXX_H
#define ORT_LIBC_CXX_H

#include "libc_wrap.h"
#include <stdatomic.h>

typedef void (*ort_any_function)(void);

/* Returns the C++ library's routine `symbol`, to which some caller refers. Never NULL: aborts if no
 * library defines it. */
ort_any_function ort_cxx_late(const char *symbol);

/* Returns the bytes of a block of `operator new`; `asked` if they are not known (libc_alloc.h), 0
 * for NULL. */
size_t ort_cxx_block_bytes(const void *p, size_t asked);

#define BOUND(type, symbol)                                                                        \
    static type bound_##symbol(void) {                                                             \
        static _Atomic(type) found;                                                                \
        if (symbol) return symbol;                                                                 \
        type f = atomic_load_explicit(&found, memory_order_relaxed);                               \
        if (!f) {                                                                                  \
            f = (type)ort_cxx_late(#symbol);                                                       \
            atomic_store_explicit(&found, f, memory_order_relaxed);                                \
        }                                                                                          \
        return f;                                                                                  \
    }

#define CXX_ACCOUNT(id, name) static struct ordo_scope account_##id = ORT_ACCOUNT_(name)

#endif
