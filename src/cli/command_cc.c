/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_cc.c: `ordo cc` and `ordo c++` rewrite their command line and execute the compiler.
 */
#include "cli/command.h"
#include "cli/install_path.h"
#include "cli/message.h"
#include "cli/option_table.h"
#include "run/launch.h"
#include "wrapper/plan.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct ordo_option options[] = {
    ORDO_FLAG("no-loops", 0, "profile routines only, not loops", NULL),
    ORDO_FLAG("no-fold", 0, "also profile routines that are O(1) by construction", NULL),
    ORDO_FLAG("drms", 0, "also measure drms: includes cells that the kernel or other threads wrote",
              NULL),
    ORDO_FLAG("blocks", 0, "also count executions of basic blocks, for counts per source line",
              NULL),
    ORDO_FLAG("blocks=only", 0, "only count executions of basic blocks, at nearly full speed",
              NULL),
    ORDO_FLAG("structure", 0, "record data structures instead of memory sizes, for `ordo tree`",
              NULL),
    ORDO_FLAG("production", 0, "measure samples only, at nearly full speed", NULL),
    ORDO_JOINED("focus", "LIST", NULL,
                "sample only ROUTINE[:LINE], FILE:LINE, 'FILE:' (all of it), @FILE (a list)"),
    ORDO_FLAG("keep-gs", 0, "with --production: leave the segment register GS to the program",
              NULL),
    ORDO_FLAG("reference", 0, "use the slow reference engine that tests compare with", NULL),
    ORDO_JOINED("source-root", "DIR", ORDO_COMPLETE_FOLDERS, "record file names relative to DIR"),
    ORDO_JOINED("llvm", "N", NULL, "use clang version N (default: " ORDO_LLVM ")"),
    ORDO_FLAG("print-link-flags", 0, "print the flags that a link without `ordo cc` needs", NULL),
    ORDO_FLAG("print-compile-flags", 0,
              "print the flags that a compile by plain clang-" ORDO_LLVM " needs", NULL),
};
/* For the help and the completions only: src/wrapper/plan.c parses these options. */
const struct ordo_option_table ordo_options_cc = ORDO_OPTION_TABLE(options);

static bool is_set(const char *name) {
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

static enum ordo_wrapper_blocks blocks_setting(const char *name) {
    if (!is_set(name)) return ORDO_BLOCKS_NONE;
    return strcmp(getenv(name), "only") == 0 ? ORDO_BLOCKS_ONLY : ORDO_BLOCKS_TOO;
}

static const char *text_setting(const char *name) {
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static int print(const struct ordo_words *words) {
    char *line = ordo_words_join(words, " ");
    int ok = puts(line) >= 0 && fflush(stdout) == 0;
    free(line);
    return ok ? 0 : 4;
}

static int become(const struct ordo_plan *plan) {
    for (size_t i = 0; i < plan->warnings.n; i++) ordo_message("%s", plan->warnings.v[i]);
    if (plan->pass_options) setenv("ORDO_PASS", plan->pass_options, 1);
    execvp(plan->argv.v[0], plan->argv.v);
    int why = ordo_launch_why(plan->argv.v[0], errno);
    if (why == ENOENT)
        ordo_message("%s: not found: install it (Debian: apt-get install clang-" ORDO_LLVM
                     "), or name a clang of the same version in ORDO_CC_COMPILER",
                     plan->argv.v[0]);
    else
        ordo_message("%s: cannot be run: %s", plan->argv.v[0], strerror(why));
    return 4;
}

static int compile(int argc, char **argv, bool is_cxx) {
    if (argc == 2 && strcmp(argv[0], is_cxx ? "c++" : "cc") == 0 &&
        strcmp(argv[1], "--help") == 0) {
        ordo_help_cc();
        return 0;
    }
    if (argc == 1)
        return ordo_message_usage("no arguments: ordo %s [OPTION]... CLANG-ARGUMENT...",
                                  is_cxx ? "c++" : "cc");
    struct ordo_wrapper_options defaults = {
        .is_cxx = is_cxx,
        .reference = is_set("ORDO_CC_REFERENCE"),
        .drms = is_set("ORDO_CC_DRMS"),
        .blocks = blocks_setting("ORDO_CC_BLOCKS"),
        .structure = is_set("ORDO_CC_STRUCTURE"),
        .production = is_set("ORDO_CC_PRODUCTION"),
        .keep_gs = is_set("ORDO_CC_KEEP_GS"),
        .focus = text_setting("ORDO_CC_FOCUS"),
        .no_fold = is_set("ORDO_CC_NO_FOLD"),
        .no_loops = is_set("ORDO_CC_NO_LOOPS"),
        .source_root = text_setting("ORDO_CC_SOURCE_ROOT"),
        .llvm = text_setting("ORDO_CC_LLVM"),
        .compiler = text_setting(is_cxx ? "ORDO_CXX_COMPILER" : "ORDO_CC_COMPILER"),
        .lib_dir = ordo_install_lib_dir(),
    };
    if (!defaults.lib_dir) {
        ordo_message("/proc/self/exe: cannot be read: set ORDO_LIB_DIR to Ordo's folder lib/ordo");
        return 4;
    }
    struct ordo_plan plan;
    struct ordo_error error = {0};
    if (ordo_plan_init(&defaults, argv + 1, (size_t)argc - 1, &plan, &error) != ORDO_OK) {
        ordo_message("%s", error.message);
        return error.status == ORDO_BAD_INPUT ? 2 : ordo_status_exit(error.status);
    }
    int status = plan.action == ORDO_PLAN_PRINT ? print(&plan.argv) : become(&plan);
    ordo_plan_done(&plan);
    return status;
}

int ordo_command_cc(int argc, char **argv) {
    return compile(argc, argv, false);
}

int ordo_command_cxx(int argc, char **argv) {
    return compile(argc, argv, true);
}

void ordo_help_cc(void) {
    printf("usage: ordo cc [OPTION]... CLANG-ARGUMENT...      (C; also as ordo-cc)\n"
           "       ordo c++ [OPTION]... CLANG-ARGUMENT...     (C++; also as ordo-c++)\n"
           "\n"
           "Compile and link with clang-" ORDO_LLVM " and add Ordo's instrumentation. All other\n"
           "arguments are passed to clang.\n"
           "\n");
    ordo_option_table_print(&ordo_options_cc);
    printf("\n"
           "Every option can also be set through an environment variable, for builds that\n"
           "do not pass options on: ORDO_CC_NO_LOOPS=1, ORDO_CC_BLOCKS=1 or only,\n"
           "ORDO_CC_FOCUS=LIST, and so on. ORDO_CC_COMPILER and ORDO_CXX_COMPILER name the clang\n"
           "and clang++ to use.\n");
}
