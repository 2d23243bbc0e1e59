/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "program.h"

#include <stddef.h>

#define ROUTINE(i, scope_name, more)                                                               \
    [i] = {.name = scope_name,                                                                     \
           .linkage_name = scope_name,                                                             \
           .file = "program.c",                                                                    \
           .arg_names = "",                                                                        \
           .routine = &program[i],                                                                 \
           .group = &program[i],                                                                   \
           .line = (i) + 1,                                                                        \
           .kind = ORDO_KIND_ROUTINE,                                                              \
           more}
#define NOTHING .column = 1

struct ordo_scope program[PROGRAM_SCOPES] = {
    ROUTINE(PROGRAM_MAIN, "main", NOTHING),
    ROUTINE(PROGRAM_WORK, "work", .address = (void *)program_call),
    ROUTINE(PROGRAM_ARGS, "args", .n_args = 1),
    ROUTINE(PROGRAM_RECURSE, "recurse", .flags = ORDO_SCOPE_RECURSIVE),
    [PROGRAM_LOOP] = {.name = "",
                      .linkage_name = "main",
                      .file = "program.c",
                      .arg_names = "",
                      .parent = &program[PROGRAM_MAIN],
                      .routine = &program[PROGRAM_MAIN],
                      .group = &program[PROGRAM_MAIN],
                      .line = 20,
                      .kind = ORDO_KIND_LOOP},
    ROUTINE(PROGRAM_HANDLER, "handler", NOTHING),
};

struct ordo_module program_module = {ORDO_ABI_VERSION, PROGRAM_SCOPES, 0,    0,    program, 0,
                                     "/source",        "program.c",    NULL, NULL, NULL};

void program_load(void) {
    __ordo_module_add(&program_module);
}

void program_call(int scope, uint64_t blocks, const char *p, uint64_t cells) {
    struct ordo_frame *f = instrumented_enter(&program[scope]);
    for (uint64_t i = 0; i < cells; i++) instrumented_read(f, p + 8 * i, 8);
    instrumented_blocks(blocks);
    instrumented_leave(f);
}
