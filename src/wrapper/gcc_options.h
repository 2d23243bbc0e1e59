/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcc_options.h: what to do with options that only gcc knows.
 *
 * Threads: pure
 */
#ifndef ORDO_GCC_OPTIONS_H
#define ORDO_GCC_OPTIONS_H

enum ordo_gcc_option {
    ORDO_GCC_NOT,     /* clang knows it, or nobody does */
    ORDO_GCC_OPTION,  /* clang would stop with an error */
    ORDO_GCC_WARNING, /* clang would warn, and with -Werror stop */
};

/* `word` is one argument of a command line, with its dash. */
enum ordo_gcc_option ordo_gcc_option_find(const char *word);

#endif
