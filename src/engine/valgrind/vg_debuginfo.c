/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Valgrind reads symbols only. Line tables and unwinding tables are of no use to this tool, cost
 * time and memory at every start, and Valgrind 3.19 gives up on what recent compilers write there.
 * The linker puts these in place of Valgrind's readers (make/valgrind.mk); their arguments are not
 * looked at. Lines are found when the profile is made (src/profile/raw/symbols.h).
 */
extern void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);
extern void __wrap_vgModuleLocal_read_callframe_info_dwarf3(void);

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void) {}

void __wrap_vgModuleLocal_read_callframe_info_dwarf3(void) {}
