/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * warning.h: the codes of warnings with their remedies, and a warning as plain data (warnings.h).
 */
#ifndef ORDO_WARNING_H
#define ORDO_WARNING_H

#include "profile/profile.h"

/* ORDO_WARNING(identifier, code, remedy). docs/report.schema.json lists the same codes. */
#define ORDO_WARNING_LIST(ORDO_WARNING)                                                            \
    ORDO_WARNING(NOTHING_RAN, "nothing-instrumented",                                              \
                 "build the program with `ordo cc` (make CC=\"ordo cc\") and record it again")     \
    ORDO_WARNING(UNREADABLE, "unreadable-raw",                                                     \
                 "record again; if it happens again, file a bug and attach the raw file")          \
    ORDO_WARNING(STOP_DISK, "stopped-disk",                                                        \
                 "free disk space or raise the file size limit, and record again")                 \
    ORDO_WARNING(STOP_MEMORY, "stopped-memory",                                                    \
                 "give the program more memory or address space (ulimit -v), and record again")    \
    ORDO_WARNING(STOP_LIMIT, "stopped-limit",                                                      \
                 "record a shorter run, or raise the limit with `ordo record --limit`")            \
    ORDO_WARNING(STOP_DEPTH, "stopped-depth",                                                      \
                 "record an input on which the program recurses less deeply")                      \
    ORDO_WARNING(STOP_THREADS, "stopped-threads", "record with fewer threads at once")             \
    ORDO_WARNING(STOP_STACK, "stopped-stack-switch",                                               \
                 "record a run without coroutines, or switch stacks with swapcontext")             \
    ORDO_WARNING(STOP_ADDRESSES, "stopped-addresses",                                              \
                 "record again; address-space layout changes with every run")                      \
    ORDO_WARNING(STOP_FORK, "stopped-fork",                                                        \
                 "give the program more memory or address space (ulimit -v), and record again")    \
    ORDO_WARNING(STOP_SEGMENT, "stopped-segment",                                                  \
                 "compile the program with `ordo cc --production --keep-gs`")                      \
    ORDO_WARNING(STOP_SECCOMP, "stopped-seccomp",                                                  \
                 "record a run in which the program does not restrict itself")                     \
    ORDO_WARNING(STOP_OTHER, "stopped-other", "record and report with the same version of ordo")   \
    ORDO_WARNING(LOST_CHILDREN, "lost-children",                                                   \
                 "make sure that raw files can be created (space, permissions), and record again") \
    ORDO_WARNING(KILLED, "killed",                                                                 \
                 "its open activations are listed as unfinished; let the program end by itself")   \
    ORDO_WARNING(RUNNING, "still-running",                                                         \
                 "end the background processes before the command ends, and record again")         \
    ORDO_WARNING(                                                                                  \
        UNFINISHED, "unfinished",                                                                  \
        "models do not include their cost; let the routines return before the program ends")       \
    ORDO_WARNING(NO_DRMS, "drms-not-compiled", "compile with `ordo cc --drms` and record again")   \
    ORDO_WARNING(BLOCKS_ONLY, "blocks-only",                                                       \
                 "`ordo annotate` shows the counts; for sizes and costs compile with --blocks")    \
    ORDO_WARNING(                                                                                  \
        REPETITIONS, "repetitions-only",                                                           \
        "`ordo tree` shows the algorithms; to count all routines, compile without --structure")    \
    ORDO_WARNING(                                                                                  \
        NO_LINES, "no-line-tables",                                                                \
        "compile with -g, not -g0, or install the debug symbols, to see loops by FILE:LINE")       \
    ORDO_WARNING(UNCOVERED, "uncovered-calls",                                                     \
                 "build that library with `ordo cc` too; its reads and costs are not counted")     \
    ORDO_WARNING(IRREDUCIBLE, "irreducible-loop",                                                  \
                 "rewrite the goto that jumps into the loop; until then, its cost counts as its "  \
                 "routine's own")                                                                  \
    ORDO_WARNING(SHORT_STRINGS, "coarse-cells",                                                    \
                 "record with `--cell 1` to distinguish sizes of a few bytes")                     \
    ORDO_WARNING(FEW_SIZES, "few-sizes",                                                           \
                 "record inputs of other sizes and `ordo merge` the profiles")                     \
    ORDO_WARNING(NARROW_SIZES, "narrow-sizes",                                                     \
                 "record an input at least ten times larger than the smallest and `ordo merge` "   \
                 "the profiles")                                                                   \
    ORDO_WARNING(NEGATIVE_ARGS, "negative-arguments",                                              \
                 "nothing to do: values below 0 are not sizes and were left out of arg:NAME")      \
    ORDO_WARNING(NOT_FOR_PRODUCTION, "not-for-production",                                         \
                 "build it with `ordo cc --production` too; until then, its code is recorded "     \
                 "only when a sample calls it")                                                    \
    ORDO_WARNING(INCOMPLETE, "incomplete-samples",                                                 \
                 "build the code that they call with `ordo cc --production` too; incomplete "      \
                 "samples are left out of the models")                                             \
    ORDO_WARNING(GIVEN_UP, "given-up-samples",                                                     \
                 "raise the budget (`ordo record --budget`) or name fewer scopes with --focus; "   \
                 "the longest executions are missing from the points")                             \
    ORDO_WARNING(FEW_SAMPLES, "few-samples",                                                       \
                 "record longer, at a higher --rate or with --focus, or `ordo merge` many runs")   \
    ORDO_WARNING(NOT_ESTIMATED, "not-estimated",                                                   \
                 "record at a higher --rate; docs/estimates.md says when there is no estimate")    \
    ORDO_WARNING(BUDGET_SPENT, "budget-spent",                                                     \
                 "raise the budget (`ordo record --budget`), or name fewer scopes with --focus")   \
    ORDO_WARNING(LOG_FULL, "log-full", "raise the size of the log (`ordo record --log`)")

/* ORDO_BINARY_REMEDY(identifier, remedy): in place of the above for programs that were not built by
 * `ordo cc`, which the reader can often not build. */
#define ORDO_BINARY_REMEDY_LIST(ORDO_BINARY_REMEDY)                                                \
    ORDO_BINARY_REMEDY(STOP_STACK, "record a run without coroutines")                              \
    ORDO_BINARY_REMEDY(NO_LINES,                                                                   \
                       "install the debug symbols of the program and its libraries (Debian: "      \
                       "packages whose names end in -dbgsym or -dbg) and record again")            \
    ORDO_BINARY_REMEDY(IRREDUCIBLE, "nothing to do: its cost counts as its routine's own")

enum ordo_warning_code {
#define ORDO_WARNING(identifier, code, remedy) ORDO_WARN_##identifier,
    ORDO_WARNING_LIST(ORDO_WARNING)
#undef ORDO_WARNING
        ORDO_WARN_COUNT
};

struct ordo_warning {
    enum ordo_warning_code code;
    struct ordo_scope_id scope; /* none: the warning is about the whole profile */
    char *text;                 /* one line: what was seen, with its numbers */
};

struct ordo_warnings {
    struct ordo_warning *list; /* in the order of the codes, then by cost of the scope */
    size_t n;
};

#endif
