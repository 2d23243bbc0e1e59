/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_line.h: reads what the wrapper must know from a clang or gcc command line.
 *
 * Shapes:  own[i]: word i is an option of the wrapper itself and is ignored
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
    const char *source;          /* the first source that is compiled, "-" for stdin, or NULL */
    bool links;                  /* makes an executable or a shared library */
    bool is_static;              /* -static, -static-pie */
    const char *without_libc;    /* the option -nostdlib or a similar one, or NULL */
    bool names_libc;             /* -lc */
    bool is_lto;                 /* -flto is in effect */
    bool is_large;               /* -mcmodel=large is in effect */
    bool has_emulated_tls;       /* -femulated-tls is in effect */
    bool linker_chosen;          /* -fuse-ld= or --ld-path= */
    bool quiet;                  /* -w */
    bool probes_options;         /* unknown options are errors: a configure test */
    bool keeps_unknown_warnings; /* -Wno-unknown-warning-option */
    enum ordo_debug_level debug;
    bool language_set;     /* -x is in effect at the end and would apply to an added library */
    bool options_end;      /* there is a "--", after which nothing is an option */
    const char *target;    /* the option that selects another machine than x86-64, or NULL */
    const char *sanitizer; /* a value of -fsanitize= that Ordo does not support, or NULL */
};

struct ordo_command_line ordo_command_line_read(char *const *words, size_t n, const bool *own);

#endif
