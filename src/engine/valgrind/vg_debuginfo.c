/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * vg_debuginfo.c: replaces Valgrind's readers of line tables and unwinding tables.
 *
 * This tool needs only symbols. The tables cost time and memory at every start, and Valgrind 3.19
 * gives up on those of recent compilers. The linker puts these functions in place of Valgrind's
 * readers (make/valgrind.mk); they ignore their arguments. Lines are looked up when the profile is
 * made (src/profile/raw/symbols.h).
 */
extern void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);
extern void __wrap_vgModuleLocal_read_callframe_info_dwarf3(void);

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void) {}

void __wrap_vgModuleLocal_read_callframe_info_dwarf3(void) {}
