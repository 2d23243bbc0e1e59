/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_line.h: what a clang or gcc command line asks for, as far as the wrapper must know.
 *
 * Shapes:  own[i]: word i is an option of the wrapper itself and not looked at
 * Memory:  strings point into the words
 * Threads: pure
 */
#ifndef ORDO_COMMAND_LINE_H
#define ORDO_COMMAND_LINE_H

#include <stdbool.h>
#include <stddef.h>

enum ordo_debug_level {
    ORDO_DEBUG_UNSET, /* no -g option that sets a level */
    ORDO_DEBUG_NONE,  /* -g0 */
    ORDO_DEBUG_LINES, /* -g1, -gline-tables-only: no types */
    ORDO_DEBUG_SOME,
};

struct ordo_command_line {
    const char *source;       /* the first source that is compiled, NULL if none; "-": stdin */
    bool links;               /* an executable or a shared library comes out */
    bool is_static;           /* -static, -static-pie */
    const char *without_libc; /* -nostdlib and the like: the option; NULL: the library is linked */
    bool names_libc;          /* -lc */
    bool is_lto;              /* -flto in force */
    bool is_large;            /* -mcmodel=large in force */
    bool has_emulated_tls;    /* -femulated-tls in force */
    bool linker_chosen;       /* -fuse-ld= or --ld-path= */
    bool quiet;               /* -w */
    bool probes_options;      /* warnings about unknown options are errors: a configure test */
    bool keeps_unknown_warnings; /* -Wno-unknown-warning-option */
    enum ordo_debug_level debug;
    bool language_set;  /* -x is in force at the end: a library after it would be read as source */
    bool options_end;   /* after "--", where nothing is an option */
    const char *target; /* the option that asks for another machine than x86-64 */
    const char *sanitizer; /* the first of its -fsanitize= values that Ordo cannot work with */
};

struct ordo_command_line ordo_command_line_read(char *const *words, size_t n, const bool *own);

#endif
