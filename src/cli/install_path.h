/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * install_path.h: finds Ordo's own files, relative to the running program.
 *
 * Errors:  NULL when /proc/self/exe cannot be read
 * Memory:  a static string
 */
#ifndef ORDO_INSTALL_PATH_H
#define ORDO_INSTALL_PATH_H

/* Returns the folder of the compiler pass and the runtime: ORDO_LIB_DIR, or ../lib/ordo relative to
 * the program's folder. The path is absolute because it is written into rpaths. */
const char *ordo_install_lib_dir(void);

#endif
