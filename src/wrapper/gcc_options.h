/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * gcc_options.h: recognises options that only gcc supports.
 *
 * Threads: pure
 */
#ifndef ORDO_GCC_OPTIONS_H
#define ORDO_GCC_OPTIONS_H

enum ordo_gcc_option {
    ORDO_GCC_NOT,     /* clang supports it, or gcc does not either */
    ORDO_GCC_OPTION,  /* clang would report an error */
    ORDO_GCC_WARNING, /* clang would print a warning, or an error with -Werror */
};

/* Classifies `word`, an argument of a command line with its dash. */
enum ordo_gcc_option ordo_gcc_option_find(const char *word);

#endif
