/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program_kind.h: what a command would run: is it instrumented, and if not, can Valgrind run it?
 *
 * Nothing is executed but, for a program that is not instrumented itself, its dynamic linker's
 * listing of the libraries that it is linked with: one of those may be instrumented.
 *
 * Memory:  *path belongs to the caller          Threads: any
 */
#ifndef ORDO_PROGRAM_KIND_H
#define ORDO_PROGRAM_KIND_H

enum ordo_program_kind {
    ORDO_PROGRAM_MISSING,      /* not found, or not executable */
    ORDO_PROGRAM_SCRIPT,       /* not an object file: its interpreter runs it */
    ORDO_PROGRAM_LAUNCHER,     /* a shell, make, env and the like: it runs other programs */
    ORDO_PROGRAM_INSTRUMENTED, /* or linked with an instrumented library */
    ORDO_PROGRAM_PLAIN,        /* an x86-64 program that is not */
    ORDO_PROGRAM_FOREIGN,      /* an object file for another machine */
};

/* *path: the file that is meant, searched in PATH as execvp does; NULL when MISSING. */
enum ordo_program_kind ordo_program_kind_of(const char *command, char **path);

#endif
