/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * install_path.h: where Ordo's own parts are, relative to the running program.
 *
 * Errors:  NULL when /proc/self/exe cannot be read
 * Memory:  a static string
 */
#ifndef ORDO_INSTALL_PATH_H
#define ORDO_INSTALL_PATH_H

/* The folder of the compiler pass and the runtime: ORDO_LIB_DIR, else ../lib/ordo beside the
 * program's folder. Absolute, for it ends up in rpaths. */
const char *ordo_install_lib_dir(void);

#endif
