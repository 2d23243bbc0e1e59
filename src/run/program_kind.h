/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program_kind.h: finds the program of a command and whether it is instrumented or Valgrind can run
 * it.
 *
 * Nothing is executed, with one exception: if the program itself is not instrumented, its dynamic
 * linker lists the libraries that it is linked with, one of which may be instrumented.
 *
 * Memory:  the caller frees *path
 * Threads: any
 */
#ifndef ORDO_PROGRAM_KIND_H
#define ORDO_PROGRAM_KIND_H

enum ordo_program_kind {
    ORDO_PROGRAM_MISSING,      /* not found, or not executable */
    ORDO_PROGRAM_SCRIPT,       /* not an object file: its interpreter runs it */
    ORDO_PROGRAM_LAUNCHER,     /* a program that runs others, such as a shell, make or env */
    ORDO_PROGRAM_INSTRUMENTED, /* itself, or linked with an instrumented library */
    ORDO_PROGRAM_PLAIN,        /* another x86-64 program */
    ORDO_PROGRAM_FOREIGN,      /* an object file for another machine */
};

/* Returns the kind of a command. Sets *path to its file, searched in PATH like execvp does, or NULL
 * if it is MISSING. */
enum ordo_program_kind ordo_program_kind_of(const char *command, char **path);

#endif
