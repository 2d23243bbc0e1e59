/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "lab/lab_build.h"

#include "base/text.h"
#include "lab/compiler_messages.h"
#include "lab/lab_plan.h"
#include "run/launch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct build {
    struct ordo_arena *arena;
    const struct ordo_lab_sources *sources;
    const char *scratch;
    bool any_cxx;
    struct ordo_words objects;
};

static bool is_cxx(const char *file) {
    static const char *const endings[] = {".cc", ".cpp", ".cxx", ".C", ".c++", ".CPP", ".cp"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++)
        if (strcmp(dot, endings[i]) == 0) return true;
    return false;
}

static bool is_c(const char *file) {
    const char *dot = strrchr(file, '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".i") == 0);
}

/* Whether the flag matters only to the link. */
static bool is_for_link(const char *flag) {
    return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-L", 2) == 0 ||
           strncmp(flag, "-Wl,", 4) == 0;
}

/* Adds the flags that the syntax tree depends on; clang and libclang both get them. */
static void add_flags(const struct build *b, struct ordo_words *to) {
    ordo_words_add(to, "-DORDO_LAB=1");
    ordo_words_add(to, "-isystem");
    ordo_words_addf(to, "%s/../../include", b->sources->lib_dir);
    ordo_words_add(to, "-O1");
    for (size_t i = 0; i < b->sources->flags->n; i++)
        if (!is_for_link(b->sources->flags->v[i])) ordo_words_add(to, b->sources->flags->v[i]);
}

/* Adds AddressSanitizer and UndefinedBehaviorSanitizer, unless the user chose others. */
static void add_sanitizers(const struct build *b, struct ordo_words *to) {
    if (!b->sources->sanitize) return;
    for (size_t i = 0; i < b->sources->flags->n; i++)
        if (strncmp(b->sources->flags->v[i], "-fsanitize", 10) == 0) return;
    ordo_words_add(to, "-fsanitize=address,undefined");
    ordo_words_add(to, "-fno-sanitize-recover=all");
    ordo_words_add(to, "-fno-omit-frame-pointer");
}

/* Reports an experiment without a semicolon, because the compiler's message does not. */
static enum ordo_status check_semicolons(const char *file, struct ordo_error *error) {
    FILE *f = fopen(file, "re");
    char *text = NULL;
    size_t room = 0;
    uint32_t line = 0;
    bool open = false;
    if (f && getdelim(&text, &room, 0, f) >= 0) line = ordo_declarations_unended(text, &open);
    if (f) fclose(f);
    free(text);
    if (!line) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "%s:%u: %s", file, line,
                          open ? "the parenthesis of ORDO_EXPERIMENT( is never closed: add one"
                               : "ORDO_EXPERIMENT(...) ends without a semicolon: add one after it");
}

static enum ordo_status check_declarations(const struct ordo_constructs *c,
                                           struct ordo_error *error) {
    for (size_t i = 0; i < c->n_declarations; i++) {
        const struct ordo_lab_declaration_facts *d = &c->declarations[i];
        if (d->real_size)
            return ordo_error_set(error, ORDO_BAD_INPUT,
                                  "%s:%u: the function's size is a %s: make it an integer, such as "
                                  "size_t",
                                  d->file, d->line, d->size_type);
        if (d->void_check)
            return ordo_error_set(
                error, ORDO_BAD_INPUT,
                "%s:%u: the check %s returns nothing: it must return int, 1 if the "
                "result is right",
                d->file, d->line, d->void_check);
    }
    return ORDO_OK;
}

static enum ordo_status run_compiler(const struct ordo_words *argv, const char *what,
                                     struct ordo_error *error) {
    static char *const environment[] = {"ORDO_PASS=statements=1", NULL};
    struct ordo_launch_result result;
    if (ordo_launch(argv->v, environment, 0, &result, error) != ORDO_OK) {
        int why = ordo_launch_why(argv->v[0], result.exec_errno);
        return why == ENOENT ? ordo_error_set(error, ORDO_ENVIRONMENT,
                                              "%s: not found: install it (Debian: apt-get install "
                                              "clang-" ORDO_LLVM ")",
                                              argv->v[0])
                             : ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be run: %s",
                                              argv->v[0], strerror(why));
    }
    if (result.exit_status != 0) return ordo_error_set(error, ORDO_BAD_INPUT, "%s", what);
    return ORDO_OK;
}

/* Runs the compiler with its messages in a file, then prints those that matter. `links`: it only
 * links. */
static enum ordo_status run_tidily(const struct build *b, const struct ordo_words *argv, bool links,
                                   const char *what, struct ordo_error *error) {
    char *path = ordo_text_format("%s/messages", b->scratch);
    int terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    bool kept = terminal >= 0 && file >= 0 && dup2(file, STDERR_FILENO) >= 0;
    enum ordo_status status = run_compiler(argv, what, error);
    if (kept) {
        struct ordo_text said = {0}, tidy = {0};
        dup2(terminal, STDERR_FILENO);
        char buffer[4096];
        ssize_t n;
        lseek(file, 0, SEEK_SET);
        while ((n = read(file, buffer, sizeof buffer)) > 0)
            ordo_text_add_bytes(&said, buffer, (size_t)n);
        if (said.bytes && links)
            ordo_linker_messages_tidy(said.bytes, b->scratch,
                                      (const char *const *)b->sources->files->v,
                                      b->sources->files->n, &tidy);
        else if (said.bytes)
            ordo_compiler_messages_tidy(said.bytes, &tidy);
        if (tidy.n) fwrite(tidy.bytes, 1, tidy.n, stderr);
        ordo_text_done(&said);
        ordo_text_done(&tidy);
    }
    if (terminal >= 0) close(terminal);
    if (file >= 0) close(file);
    free(path);
    return status;
}

/* Compiles with clang's coverage regions, whose counters the pass replaces by Ordo's. File names
 * stay uncompressed. */
static enum ordo_status compile(struct build *b, const char *file, struct ordo_error *error) {
    struct ordo_words argv = {0};
    char what[512];
    snprintf(what, sizeof what, "%s: does not compile", file);
    if (access(file, R_OK) != 0)
        return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be read: %s", file,
                              strerror(errno));
    if (!is_cxx(file) && !is_c(file))
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "%s: not the name of a source file: end it with .c, or with .cc, .cpp "
            "or .cxx for C++",
            file);
    ORDO_TRY(check_semicolons(file, error));
    b->any_cxx |= is_cxx(file);
    ordo_words_add(&argv, is_cxx(file) ? "clang++-" ORDO_LLVM : "clang-" ORDO_LLVM);
    ordo_words_add(&argv, "-g");
    if (isatty(STDERR_FILENO)) ordo_words_add(&argv, "-fcolor-diagnostics");
    ordo_words_add(&argv, "-fprofile-instr-generate");
    ordo_words_add(&argv, "-fcoverage-mapping");
    ordo_words_add_split(&argv, "-mllvm -enable-name-compression=false", ' ');
    ordo_words_addf(&argv, "-fpass-plugin=%s/ordo-pass-" ORDO_LLVM ".so", b->sources->lib_dir);
    add_flags(b, &argv);
    add_sanitizers(b, &argv);
    ordo_words_add(&argv, "-c");
    ordo_words_add(&argv, file);
    ordo_words_add(&argv, "-o");
    ordo_words_addf(&b->objects, "%s/%zu.o", b->scratch, b->objects.n);
    ordo_words_add(&argv, b->objects.v[b->objects.n - 1]);
    enum ordo_status status = run_tidily(b, &argv, false, what, error);
    ordo_words_done(&argv);
    return status;
}

/* Links the program. The laboratory provides pthread_create, also to the C++ library. */
static enum ordo_status link_program(struct build *b, const char *program,
                                     struct ordo_error *error) {
    struct ordo_words argv = {0};
    ordo_words_add(&argv, b->any_cxx ? "clang++-" ORDO_LLVM : "clang-" ORDO_LLVM);
    for (size_t i = 0; i < b->objects.n; i++) ordo_words_add(&argv, b->objects.v[i]);
    ordo_words_add(&argv, "-Wl,--wrap=main,-u,olab_threads");
    ordo_words_addf(&argv, "%s/libordo-lab.a", b->sources->lib_dir);
    for (size_t i = 0; i < b->sources->flags->n; i++)
        ordo_words_add(&argv, b->sources->flags->v[i]);
    add_sanitizers(b, &argv);
    ordo_words_add(&argv, "-lm");
    ordo_words_add(&argv, "-o");
    ordo_words_add(&argv, program);
    enum ordo_status status = run_tidily(b, &argv, true, "the program does not link", error);
    ordo_words_done(&argv);
    return status;
}

static enum ordo_status parse(struct build *b, struct ordo_constructs *c,
                              struct ordo_error *error) {
    struct ordo_words flags = {0};
    enum ordo_status status = ORDO_OK;
    add_flags(b, &flags);
    for (size_t i = 0; i < b->sources->files->n && status == ORDO_OK; i++)
        status = ordo_constructs_add(c, b->sources->files->v[i], (const char *const *)flags.v,
                                     flags.n, error);
    ordo_words_done(&flags);
    if (status == ORDO_OK) ordo_constructs_sort(c);
    return status;
}

static enum ordo_status write_plan(const char *path, const struct ordo_lab_plan *plan,
                                   struct ordo_error *error) {
    FILE *f = fopen(path, "wbe");
    bool ok = f && fwrite(plan->words, sizeof *plan->words, plan->n, f) == plan->n;
    if (f) ok &= fclose(f) == 0;
    if (ok) return ORDO_OK;
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s", path,
                          strerror(errno));
}

static enum ordo_status make(struct build *b, struct ordo_lab_program *out,
                             struct ordo_error *error) {
    struct ordo_lab_map map;
    struct ordo_lab_plan plan;
    for (size_t i = 0; i < b->sources->files->n; i++)
        ORDO_TRY(compile(b, b->sources->files->v[i], error));
    ORDO_TRY(link_program(b, out->path, error));
    ORDO_TRY(parse(b, &out->constructs, error));
    ORDO_TRY(check_declarations(&out->constructs, error));
    ORDO_TRY(ordo_lab_map_read(b->arena, out->path, &map, error));
    ordo_lab_plan_make(b->arena, &out->constructs, &map, &plan);
    return write_plan(out->plan, &plan, error);
}

enum ordo_status ordo_lab_build(struct ordo_arena *arena, const struct ordo_lab_sources *sources,
                                const char *scratch, struct ordo_lab_program *out,
                                struct ordo_error *error) {
    struct build b = {.arena = arena, .sources = sources, .scratch = scratch};
    *out = (struct ordo_lab_program){.source = sources->files->v[0],
                                     .path = ordo_arena_format(arena, "%s/program", scratch),
                                     .plan = ordo_arena_format(arena, "%s/plan", scratch),
                                     .constructs = {.arena = arena}};
    enum ordo_status status = make(&b, out, error);
    ordo_words_done(&b.objects);
    return status;
}
