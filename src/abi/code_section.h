/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * code_section.h: the section of an instrumented object file that identifies its code.
 *
 * Each module contributes one number of 64 bits, a hash of the code as the front end emitted it:
 * instructions, constants and initial values, but no place in the source and no path. The linker
 * puts the numbers of all modules side by side. Nothing reads them while the program runs; the host
 * reads them from the file.
 */
#ifndef ORDO_CODE_SECTION_H
#define ORDO_CODE_SECTION_H

#define ORDO_CODE_SECTION "ordo_code"

#endif
