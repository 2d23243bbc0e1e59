/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * plan.c: takes the wrapper's own options out of the words, reads the rest, and decides for each
 * word whether clang gets it.
 *
 * An @FILE argument is passed on unchanged, unless one of its words must not reach clang; then its
 * words replace it.
 *
 * The runtime is the last argument of a link, and it is given by its path. A path is not affected
 * by -Bstatic, by folders that are searched earlier, or by libtool, which collects all -l options.
 */
#include "wrapper/plan.h"
#include "base/memory.h"
#include "base/text.h"
#include "wrapper/command_line.h"
#include "wrapper/focus_list.h"
#include "wrapper/gcc_options.h"
#include "wrapper/response_file.h"
#include "wrapper/source_root.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct request {
    struct ordo_wrapper_options options;
    bool print_link, print_compile;
};

static bool starts(const char *word, const char *prefix) {
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

/* Stores `word` in *r and returns true if it is one of the wrapper's own options. */
static bool take_own(const char *word, struct request *r) {
    static const char root[] = "--source-root=", llvm[] = "--llvm=", focus[] = "--focus=";
    if (strcmp(word, "--reference") == 0)
        r->options.reference = true;
    else if (strcmp(word, "--drms") == 0)
        r->options.drms = true;
    else if (strcmp(word, "--blocks") == 0)
        r->options.blocks = ORDO_BLOCKS_TOO;
    else if (strcmp(word, "--blocks=only") == 0)
        r->options.blocks = ORDO_BLOCKS_ONLY;
    else if (strcmp(word, "--structure") == 0)
        r->options.structure = true;
    else if (strcmp(word, "--production") == 0)
        r->options.production = true;
    else if (strcmp(word, "--keep-gs") == 0)
        r->options.keep_gs = true;
    else if (starts(word, focus))
        r->options.focus = word + strlen(focus);
    else if (strcmp(word, "--no-fold") == 0)
        r->options.no_fold = true;
    else if (strcmp(word, "--no-loops") == 0)
        r->options.no_loops = true;
    else if (strcmp(word, "--print-link-flags") == 0)
        r->print_link = true;
    else if (strcmp(word, "--print-compile-flags") == 0)
        r->print_compile = true;
    else if (starts(word, root))
        r->options.source_root = word + strlen(root);
    else if (starts(word, llvm))
        r->options.llvm = word + strlen(llvm);
    else
        return false;
    return true;
}

/* Returns an error if `word` is an option of the wrapper with a value that it does not take, or
 * without the one that it needs. clang judges all other words. */
static enum ordo_status check_misuse(const char *word, struct ordo_error *error) {
    static const struct {
        const char *name, *form;
    } forms[] = {{"--blocks", "--blocks or --blocks=only"},
                 {"--focus", "--focus=LIST"},
                 {"--source-root", "--source-root=DIR"},
                 {"--llvm", "--llvm=N"},
                 {"--no-loops", "--no-loops"},
                 {"--no-fold", "--no-fold"},
                 {"--drms", "--drms"},
                 {"--structure", "--structure"},
                 {"--production", "--production"},
                 {"--keep-gs", "--keep-gs"},
                 {"--reference", "--reference"},
                 {"--print-link-flags", "--print-link-flags"},
                 {"--print-compile-flags", "--print-compile-flags"}};
    size_t n = strcspn(word, "=");
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strlen(forms[i].name) == n && strncmp(word, forms[i].name, n) == 0)
            return ordo_error_set(error, ORDO_BAD_INPUT, "%s: write %s", word, forms[i].form);
    return ORDO_OK;
}

static enum ordo_status check_source_root(const struct request *r, struct ordo_error *error) {
    struct stat st;
    const char *root = r->options.source_root;
    if (!root || (stat(root, &st) == 0 && S_ISDIR(st.st_mode))) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT, "--source-root=%s: no such folder: name one",
                          root);
}

static const char *llvm_of(const struct request *r) {
    return r->options.llvm ? r->options.llvm : ORDO_LLVM;
}

static enum ordo_status find_part(const struct request *r, const char *name, char **path,
                                  struct ordo_error *error) {
    *path = ordo_text_format("%s/%s", r->options.lib_dir, name);
    if (access(*path, R_OK) == 0) return ORDO_OK;
    ordo_error_set(error, ORDO_ENVIRONMENT,
                   "%s: not found: install Ordo again, or set ORDO_LIB_DIR to its folder", *path);
    free(*path);
    return ORDO_ENVIRONMENT;
}

static enum ordo_status add_compile_flags(const struct request *r, enum ordo_debug_level debug,
                                          struct ordo_words *out, struct ordo_error *error) {
    char name[64], *pass;
    snprintf(name, sizeof name, "ordo-pass-%s.so", llvm_of(r));
    if (find_part(r, name, &pass, error) != ORDO_OK)
        return r->options.llvm && strcmp(r->options.llvm, ORDO_LLVM) != 0
                   ? ordo_error_set(error, ORDO_BAD_INPUT,
                                    "--llvm=%s: this Ordo has no pass for this version: write "
                                    "--llvm=" ORDO_LLVM,
                                    r->options.llvm)
                   : ORDO_ENVIRONMENT;
    ordo_words_addf(out, "-fpass-plugin=%s", pass);
    free(pass);
    char *header = ordo_text_format("%s/../../include", r->options.lib_dir);
    if (access(header, R_OK) == 0) { /* <ordo/ordo.h>, unless the project has one */
        ordo_words_add(out, "-idirafter");
        ordo_words_add(out, header);
    }
    free(header);
    if (debug == ORDO_DEBUG_UNSET) ordo_words_add(out, "-g");
    if (r->options.structure && debug != ORDO_DEBUG_NONE) ordo_words_add(out, "-fstandalone-debug");
    /* Adds types even if the user asks for lines only: clang's inner option wins in any place. */
    if (r->options.structure && debug == ORDO_DEBUG_LINES) {
        ordo_words_add(out, "-Xclang");
        ordo_words_add(out, "-debug-info-kind=standalone");
    }
    return ORDO_OK;
}

static enum ordo_status add_link_flags(const struct request *r, const struct ordo_command_line *c,
                                       struct ordo_words *out, struct ordo_error *error) {
    bool is_static = c && c->is_static;
    const char *name = r->options.reference ? is_static ? "libordo-ref.a" : "libordo-ref.so.1"
                       : is_static          ? "libordo-rt.a"
                                            : "libordo-rt.so.1";
    char *runtime;
    ORDO_TRY(find_part(r, name, &runtime, error));
    ordo_words_add(out, runtime);
    free(runtime);
    if (is_static) {
        if (!r->options.reference) { /* libc_thread_begin.c */
            ordo_words_add(out, "-Wl,--wrap=pthread_create,--undefined=pthread_create");
            ordo_words_add(out, "-Wl,--wrap=thrd_create,--undefined=thrd_create");
        }
        ordo_words_add(out, "-lm");
        ordo_words_add(out, "-lpthread");
        ordo_words_add(out, "-ldl");
        if (c->without_libc) /* the user's libraries come before the runtime */
            ordo_words_add(out, "-Wl,--start-group,-lc,-lgcc,-lgcc_eh,--end-group");
    } else {
        ordo_words_addf(out, "-Wl,-rpath,%s", r->options.lib_dir);
    }
    return ORDO_OK;
}

static char *pass_options(const struct request *r, const struct ordo_command_line *c,
                          const char *focus) {
    struct ordo_words w = {0};
    const char *inherited = getenv("ORDO_PASS");
    if (inherited && *inherited) ordo_words_add(&w, inherited);
    if (c->debug == ORDO_DEBUG_UNSET) ordo_words_add(&w, "lines=1");
    if (r->options.no_loops) ordo_words_add(&w, "loops=0");
    if (r->options.no_fold) ordo_words_add(&w, "fold=0");
    if (r->options.drms) ordo_words_add(&w, "drms=1");
    if (r->options.blocks == ORDO_BLOCKS_TOO) ordo_words_add(&w, "blocks=1");
    if (r->options.blocks == ORDO_BLOCKS_ONLY) ordo_words_add(&w, "blocks=only");
    if (r->options.reference) ordo_words_add(&w, "reference=1");
    if (r->options.structure) ordo_words_add(&w, "structure=1");
    if (r->options.production) ordo_words_add(&w, "production=1");
    if (r->options.keep_gs) ordo_words_add(&w, "keep-gs=1");
    if (focus) ordo_words_addf(&w, "focus=%s", focus);
    char *found = r->options.source_root ? realpath(r->options.source_root, NULL)
                                         : ordo_source_root_find(c->source);
    if (found) ordo_words_addf(&w, "root=%s", found);
    free(found);
    char *text = ordo_words_join(&w, ",");
    ordo_words_done(&w);
    return text;
}

/* Returns whether Debian's folder of the LLVM version has a file. */
static bool has_llvm_file(const struct request *r, const char *file) {
    char path[128];
    snprintf(path, sizeof path, "/usr/lib/llvm-%s/%s", llvm_of(r), file);
    return access(path, F_OK) == 0;
}

/* LTO needs a linker that reads LLVM's object files: GNU ld with LLVM's plugin, or else lld. */
static bool needs_lld(const struct request *r, const struct ordo_command_line *c) {
    return c->is_lto && !c->linker_chosen && !has_llvm_file(r, "lib/LLVMgold.so") &&
           has_llvm_file(r, "bin/ld.lld");
}

static bool drops(const char *word, const struct ordo_command_line *c) {
    if (c->probes_options) return false;
    enum ordo_gcc_option kind = ordo_gcc_option_find(word);
    return kind == ORDO_GCC_OPTION || (kind == ORDO_GCC_WARNING && !c->keeps_unknown_warnings);
}

/* Returns whether `word` sets gcc's number of parallel LTO jobs, which clang does not support. */
static bool is_lto_jobs(const char *word) {
    return starts(word, "-flto=") && word[6] >= '0' && word[6] <= '9';
}

static void pass_on(char *const *argv, size_t n, const struct ordo_response *words, const bool *own,
                    const struct ordo_command_line *c, struct ordo_words *out,
                    struct ordo_words *dropped) {
    for (size_t arg = 0, first = 0, end; arg < n; arg++, first = end) {
        bool whole = argv[arg][0] == '@';
        for (end = first; end < words->flat.n && words->origin[end] == arg; end++)
            if (own[end] || drops(words->flat.v[end], c) || is_lto_jobs(words->flat.v[end]))
                whole = false;
        if (whole) {
            ordo_words_add(out, argv[arg]);
            continue;
        }
        for (size_t i = first; i < end; i++) {
            const char *word = words->flat.v[i];
            if (own[i]) continue;
            if (drops(word, c)) {
                if (!ordo_words_find(dropped, word)) ordo_words_add(dropped, word);
            } else {
                ordo_words_add(out, is_lto_jobs(word) ? "-flto" : word);
            }
        }
    }
}

static enum ordo_status plan_print(const struct request *r, struct ordo_plan *out,
                                   struct ordo_error *error) {
    out->action = ORDO_PLAN_PRINT;
    if (r->print_compile) ORDO_TRY(add_compile_flags(r, ORDO_DEBUG_UNSET, &out->argv, error));
    if (r->print_link) ORDO_TRY(add_link_flags(r, NULL, &out->argv, error));
    return ORDO_OK;
}

static void warn(const struct request *r, struct ordo_plan *out, const struct ordo_command_line *c,
                 const struct ordo_words *dropped) {
    if (c->quiet) return;
    if (dropped->n) {
        char *list = ordo_words_join(dropped, " ");
        /* CMake's test of an option looks for "ignoring unknown option". */
        ordo_words_addf(&out->warnings,
                        "warning: ignoring unknown option%s, which only gcc supports: %s",
                        dropped->n == 1 ? "" : "s", list);
        free(list);
    }
    if (c->source && c->debug == ORDO_DEBUG_NONE && r->options.structure)
        ordo_words_add(&out->warnings, "warning: -g0: --structure needs debug information to find "
                                       "linked structures: drop -g0");
    if (c->source && c->debug == ORDO_DEBUG_NONE)
        ordo_words_add(&out->warnings,
                       "warning: -g0: loops are named routine#1, routine#2, ...: drop -g0 "
                       "to name them by their lines");
}

static void add_compiler(const struct request *r, struct ordo_words *out) {
    if (r->options.compiler)
        ordo_words_add(out, r->options.compiler);
    else
        ordo_words_addf(out, "clang%s-%s", r->options.is_cxx ? "++" : "", llvm_of(r));
}

/* Passes everything on, because clang's internal command lines (-cc1) are complete. */
static void plan_untouched(const struct request *r, char *const *argv, size_t n,
                           struct ordo_plan *out) {
    add_compiler(r, &out->argv);
    for (size_t i = 0; i < n; i++) ordo_words_add(&out->argv, argv[i]);
}

/* Returns an error for options that cannot be combined with --structure. */
static enum ordo_status check_structure(const struct request *r, struct ordo_error *error) {
    const char *other = r->options.blocks == ORDO_BLOCKS_ONLY ? "--blocks=only"
                        : r->options.drms                     ? "--drms"
                        : r->options.reference                ? "--reference"
                                                              : NULL;
    if (!other) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--structure: cannot be combined with %s: drop %s, or build twice", other,
                          other);
}

/* Returns an error for options that cannot be combined with --production. */
static enum ordo_status check_production(const struct request *r, struct ordo_error *error) {
    const char *other = r->options.blocks == ORDO_BLOCKS_ONLY ? "--blocks=only"
                        : r->options.blocks                   ? "--blocks"
                        : r->options.structure                ? "--structure"
                        : r->options.drms                     ? "--drms"
                        : r->options.reference                ? "--reference"
                        : r->options.no_loops                 ? "--no-loops"
                                                              : NULL;
    if (!other) return ORDO_OK;
    return ordo_error_set(error, ORDO_BAD_INPUT,
                          "--production: cannot be combined with %s: drop %s, or build twice",
                          other, other);
}

static enum ordo_status plan_execute(const struct request *r, char *const *argv, size_t n,
                                     const struct ordo_response *words, const bool *own,
                                     struct ordo_plan *out, struct ordo_error *error) {
    if (n && starts(argv[0], "-cc1")) {
        plan_untouched(r, argv, n, out);
        return ORDO_OK;
    }
    struct ordo_command_line c = ordo_command_line_read(words->flat.v, words->flat.n, own);
    if (c.sanitizer)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "-fsanitize=%s: its shadow memory conflicts with that of Ordo: build "
                              "without the sanitizer or without Ordo",
                              c.sanitizer);
    if (c.target && (c.source || c.links))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "%s: Ordo supports x86-64 only: drop the option, or build this part "
                              "with clang-%s",
                              c.target, llvm_of(r));

    /* In this code model, LLVM loses the address of far calls that preserve registers. */
    if (c.is_large && (r->options.production || r->options.structure))
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "-mcmodel=large: %s does not support this code model: use "
                              "-mcmodel=medium, or an exact build",
                              r->options.production ? "--production" : "--structure");
    if (c.links && c.is_static && c.without_libc && !c.names_libc)
        return ordo_error_set(
            error, ORDO_BAD_INPUT,
            "-static %s: the runtime needs the C library and its start files: add "
            "them (crt1.o, -lc), drop %s, or link without Ordo",
            c.without_libc, c.without_libc);
    if (c.has_emulated_tls)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "-femulated-tls: the runtime needs native thread-local variables: "
                              "drop the option");
    if (r->options.blocks && r->options.reference)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--blocks: the reference engine does not count blocks: drop "
                              "--reference or --blocks");
    if (r->options.blocks == ORDO_BLOCKS_ONLY && r->options.drms)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--blocks=only: measures no sizes: drop --drms, or use --blocks");
    if (r->options.structure) ORDO_TRY(check_structure(r, error));
    if (r->options.production) ORDO_TRY(check_production(r, error));
    if (r->options.focus && !r->options.production)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--focus: selects what a production build samples: add --production");
    if (r->options.keep_gs && !r->options.production)
        return ordo_error_set(error, ORDO_BAD_INPUT,
                              "--keep-gs: only production builds use GS: drop the option");
    char *focus = NULL;
    if (r->options.focus && c.source) ORDO_TRY(ordo_focus_read(r->options.focus, &focus, error));
    struct ordo_words dropped = {0};
    add_compiler(r, &out->argv);
    if (c.source) ORDO_TRY(add_compile_flags(r, c.debug, &out->argv, error));
    if (c.links && needs_lld(r, &c)) ordo_words_add(&out->argv, "-fuse-ld=lld");
    if (c.links && c.options_end) ORDO_TRY(add_link_flags(r, &c, &out->argv, error));
    pass_on(argv, n, words, own, &c, &out->argv, &dropped);
    if (c.source) out->pass_options = pass_options(r, &c, focus);
    warn(r, out, &c, &dropped);
    ordo_words_done(&dropped);
    free(focus);
    if (!c.links || c.options_end) return ORDO_OK;
    if (c.language_set) ordo_words_add(&out->argv, "-xnone");
    return add_link_flags(r, &c, &out->argv, error);
}

enum ordo_status ordo_plan_init(const struct ordo_wrapper_options *defaults, char *const *argv,
                                size_t n, struct ordo_plan *out, struct ordo_error *error) {
    *out = (struct ordo_plan){0};
    struct request r = {.options = *defaults};
    struct ordo_response words;
    ordo_response_read(argv, n, &words);
    bool *own = ordo_memory_new(words.flat.n + 1, sizeof *own);
    enum ordo_status status = ORDO_OK;
    for (size_t i = 0; i < words.flat.n && status == ORDO_OK; i++) {
        own[i] = take_own(words.flat.v[i], &r);
        if (!own[i]) status = check_misuse(words.flat.v[i], error);
    }
    if (status == ORDO_OK) status = check_source_root(&r, error);
    if (status == ORDO_OK)
        status = r.print_link || r.print_compile
                     ? plan_print(&r, out, error)
                     : plan_execute(&r, argv, n, &words, own, out, error);
    free(own);
    ordo_response_done(&words);
    if (status != ORDO_OK) ordo_plan_done(out);
    return status;
}

void ordo_plan_done(struct ordo_plan *p) {
    ordo_words_done(&p->argv);
    ordo_words_done(&p->warnings);
    free(p->pass_options);
    p->pass_options = NULL;
}
