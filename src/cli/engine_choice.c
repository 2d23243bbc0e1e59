/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * engine_choice.c: finds Ordo's Valgrind tool and makes its command line.
 *
 * The tool is a separate program beside the runtime. From the Valgrind installation it needs the
 * core library that is preloaded into programs, in the version that the tool was built with.
 */
#include "cli/engine_choice.h"
#include "base/text.h"
#include "cli/install_path.h"
#include "run/program_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum ordo_status ordo_engine_check_name(const char *name, struct ordo_error *error) {
    if (!name || strcmp(name, "auto") == 0 || strcmp(name, "compiled") == 0 ||
        strcmp(name, "valgrind") == 0)
        return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--engine %s: unknown; write auto, compiled or valgrind", name);
}

static void read_version(char *version, size_t size) {
    version[0] = 0;
    FILE *f = popen("valgrind --version 2>/dev/null", "re");
    if (!f) return;
    if (!fgets(version, (int)size, f)) version[0] = 0;
    version[strcspn(version, "\n")] = 0;
    pclose(f);
}

/* Sets *tool to the tool's path. Fails if the tool cannot be used. */
static enum ordo_status find_tool(char **tool, struct ordo_error *error) {
    const char *folder = ordo_install_lib_dir();
    char version[64];
    *tool = ordo_text_format("%s/ordo-valgrind", folder ? folder : ".");
    if (access(*tool, X_OK) != 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "--engine valgrind: this build of Ordo has no Valgrind tool: install "
                              "the package valgrind and rebuild Ordo");
    read_version(version, sizeof version);
    if (!version[0])
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "--engine valgrind: valgrind is not installed: install the package "
                              "valgrind, version " ORDO_VALGRIND);
    if (strcmp(version, "valgrind-" ORDO_VALGRIND) != 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT,
                              "--engine valgrind: %s is installed, but Ordo was built for "
                              "valgrind-" ORDO_VALGRIND ": rebuild Ordo",
                              version);
    return ORDO_OK;
}

/* Adds the log file option. Per cent signs are doubled because Valgrind expands them. */
static void add_log(struct ordo_engine_choice *c, const char *raw_dir) {
    struct ordo_words parts = {0};
    ordo_words_add(&parts, "--log-file=");
    for (const char *p = raw_dir; *p; p++)
        ordo_words_add_bytes(&parts, *p == '%' ? "%%" : p, *p == '%' ? 2 : 1);
    ordo_words_add(&parts, "/valgrind.%p.log");
    char *option = ordo_words_join(&parts, "");
    ordo_words_add(&c->argv, option);
    free(option);
    ordo_words_done(&parts);
}

static void make_argv(struct ordo_engine_choice *c, const char *tool, char *const *argv,
                      char *const *environment, const char *raw_dir) {
    static const char *const fixed[] = {"--tool=ordo",
                                        "--command-line-only=yes",
                                        "-q",
                                        "--vgdb=no",
                                        "--demangle=no",
                                        "--show-below-main=yes",
                                        "--read-inline-info=no",
                                        "--sigill-diagnostics=yes"};
    ordo_words_add(&c->argv, tool);
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) ordo_words_add(&c->argv, fixed[i]);
    ordo_words_addf(&c->argv, "--trace-children=%s", c->follows ? "yes" : "no");
    add_log(c, raw_dir);
    ordo_words_addf(&c->argv, "--ordo=ORDO_RAW_DIR=%s", raw_dir);
    for (; environment && *environment; environment++)
        if (strncmp(*environment, "ORDO_", 5) == 0 && strchr(*environment, '='))
            ordo_words_addf(&c->argv, "--ordo=%s", *environment);
    ordo_words_add(&c->argv, "--");
    for (; *argv; argv++) ordo_words_add(&c->argv, *argv);
}

static enum ordo_status check_command(enum ordo_program_kind kind, const char *command,
                                      struct ordo_error *error) {
    if (kind == ORDO_PROGRAM_FOREIGN)
        return ordo_error_set(
            error, ORDO_ENVIRONMENT,
            "%s: --engine valgrind: not a readable x86-64 program: run it without "
            "Ordo, or build it for x86-64",
            command);
    return ORDO_OK;
}

enum ordo_status ordo_engine_choose(const char *name, char *const *argv, char *const *environment,
                                    const char *raw_dir, struct ordo_engine_choice *out,
                                    struct ordo_error *error) {
    *out = (struct ordo_engine_choice){0};
    ORDO_TRY(ordo_engine_check_name(name, error));
    if (name && strcmp(name, "compiled") == 0) return ORDO_OK;
    bool asked = name && strcmp(name, "valgrind") == 0;
    char *path = NULL, *tool = NULL;
    enum ordo_program_kind kind = ordo_program_kind_of(argv[0], &path);
    enum ordo_status status = ORDO_OK;
    /* A missing command fails later, when it is executed. */
    if (kind != ORDO_PROGRAM_MISSING && (asked || kind == ORDO_PROGRAM_PLAIN)) {
        if (asked) status = check_command(kind, argv[0], error);
        if (status == ORDO_OK) status = find_tool(&tool, error);
        out->valgrind = status == ORDO_OK;
        out->follows = asked;
        if (out->valgrind) make_argv(out, tool, argv, environment, raw_dir);
        if (!asked) {
            out->wanted = !out->valgrind;
            status = ORDO_OK;
        }
    }
    free(path);
    free(tool);
    return status;
}

void ordo_engine_choice_done(struct ordo_engine_choice *c) {
    ordo_words_done(&c->argv);
}
