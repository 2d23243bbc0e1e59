/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cyg_profile.c: hooks of -finstrument-functions that trap unless entries and exits are balanced. */
static long depth, entered;
__attribute__((no_instrument_function)) void __cyg_profile_func_enter(void *f, void *site) {
    entered++;
    if (depth++ < 0 || !f || !site) __builtin_trap();
}
__attribute__((no_instrument_function)) void __cyg_profile_func_exit(void *f, void *site) {
    if (--depth < 0 || !f || !site || !entered) __builtin_trap();
}
