/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * command_line.c: one pass over the words, following clang's driver.
 *
 * Options that take the next word as their value are skipped with it. The earliest phase asked for
 * is the last one that runs. -x is in effect until the next -x. Every other word without a dash is
 * an input.
 *
 * Invariant: a word is an input only if clang reads it as one. A wrong source would give the wrong
 * source root, and a command that does not link would get the runtime.
 */
#include "wrapper/command_line.h"
#include <string.h>

enum input { INPUT_SOURCE, INPUT_HEADER, INPUT_ASSEMBLER, INPUT_OBJECT };

/* Options whose value is the next word; -o, -x and similar ones if the value is not attached. */
static const char *const with_value[] = {
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-F",
    "-B",
    "-A",
    "-T",
    "-u",
    "-e",
    "-z",
    "-b",
    "-V",
    "-h",
    "-G",
    "-include",
    "-imacros",
    "-include-pch",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "-iframework",
    "-ivfsoverlay",
    "-cxx-isystem",
    "-stdlib++-isystem",
    "-isystem-after",
    "--sysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xlinker",
    "-Xclang",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xanalyzer",
    "-mllvm",
    "-mmlir",
    "-target",
    "--target",
    "-arch",
    "-gcc-toolchain",
    "-working-directory",
    "--param",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-aux-info",
    "-framework",
    "-rpath",
    "-soname",
    "-Ttext",
    "-Tdata",
    "-Tbss",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-exported_symbols_list",
    "-meabi",
    "--config",
    "-resource-dir",
    "-fmodules-cache-path",
    "-undefined",
    "--language",
    "--output",
    "--include",
    "--imacros",
    "--include-directory",
    "--define-macro",
    "--undefine-macro",
    "--library-directory",
    "-ccc-install-dir",
};

static const char *const bad_sanitizers[] = {"thread",   "memory",         "hwaddress",
                                             "dataflow", "kernel-address", "kernel-memory"};

static bool starts(const char *word, const char *prefix) {
    return strncmp(word, prefix, strlen(prefix)) == 0;
}

static bool is(const char *word, const char *other) {
    return strcmp(word, other) == 0;
}

static bool takes_value(const char *word) {
    for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
        if (is(word, with_value[i])) return true;
    return starts(word, "-Xarch_");
}

static bool listed(const char *name, const char *list) {
    size_t n = strlen(name);
    for (const char *p = list; (p = strstr(p, name)); p += n)
        if ((p == list || p[-1] == ' ') && (p[n] == ' ' || !p[n])) return true;
    return false;
}

static enum input input_by_name(const char *path) {
    const char *slash = strrchr(path, '/'), *dot = strrchr(slash ? slash : path, '.');
    if (!dot || !dot[1]) return INPUT_OBJECT;
    if (listed(dot + 1, "c i C cc cp cpp CPP cxx CXX c++ ii m mi mm M mii cppm ixx"))
        return INPUT_SOURCE;
    if (listed(dot + 1, "h H hh hp hpp HPP hxx h++ tcc")) return INPUT_HEADER;
    if (listed(dot + 1, "s S sx asm ll bc")) return INPUT_ASSEMBLER;
    return INPUT_OBJECT;
}

static enum input input_by_language(const char *language) {
    if (strstr(language, "header")) return INPUT_HEADER;
    if (starts(language, "assembler") || is(language, "ir")) return INPUT_ASSEMBLER;
    return INPUT_SOURCE;
}

/* Returns the level that a -g option sets; -gz, -gsplit-dwarf, -gno-... leave it unchanged. */
static enum ordo_debug_level debug_level(const char *word, enum ordo_debug_level now) {
    if (!starts(word, "-g")) return now;
    if (is(word, "-g0") || is(word, "-ggdb0")) return ORDO_DEBUG_NONE;
    const char *rest = word + 2;
    if (is(rest, "1") || is(rest, "gdb1") || is(rest, "mlt") || starts(rest, "line-"))
        return ORDO_DEBUG_LINES;
    if (!*rest || (*rest >= '2' && *rest <= '3') || starts(rest, "gdb") || starts(rest, "lldb") ||
        starts(rest, "sce") || is(rest, "full") || is(rest, "used") || is(rest, "dwarf") ||
        (starts(rest, "dwarf-") && rest[6] >= '2' && rest[6] <= '9'))
        return ORDO_DEBUG_SOME;
    return now;
}

static void scan_sanitizers(const char *list, const char **bad) {
    for (size_t i = 0; i < sizeof bad_sanitizers / sizeof *bad_sanitizers; i++) {
        size_t n = strlen(bad_sanitizers[i]);
        for (const char *p = list; *p; p += strcspn(p, ","), p += *p == ',')
            if (strncmp(p, bad_sanitizers[i], n) == 0 && (p[n] == ',' || !p[n]))
                *bad = bad_sanitizers[i];
    }
}

/* Handles -m32 and similar options, and --target=. The last one counts. */
static const char *foreign_target(const char *w, const char *now) {
    if (is(w, "-m32") || is(w, "-mx32") || is(w, "-m16")) return w;
    if (is(w, "-m64")) return NULL;
    if (starts(w, "--target=")) return starts(w, "--target=x86_64") ? NULL : w;
    return now;
}

static void scan_flag(const char *w, struct ordo_command_line *c) {
    if (is(w, "-static") || is(w, "-static-pie") || is(w, "--static"))
        c->is_static = true;
    else if (is(w, "-nostdlib") || is(w, "-nodefaultlibs") || is(w, "-nolibc"))
        c->without_libc = w;
    else if (is(w, "-flto") || (starts(w, "-flto=") && !is(w, "-flto=none")))
        c->is_lto = true;
    else if (is(w, "-fno-lto"))
        c->is_lto = false;
    else if (starts(w, "-mcmodel="))
        c->is_large = is(w, "-mcmodel=large");
    else if (is(w, "-femulated-tls") || is(w, "-fno-emulated-tls"))
        c->has_emulated_tls = is(w, "-femulated-tls");
    else if (starts(w, "-fuse-ld=") || starts(w, "--ld-path="))
        c->linker_chosen = true;
    else if (is(w, "-w"))
        c->quiet = true;
    else if (starts(w, "-Werror=unknown-warning-option") ||
             starts(w, "-Werror=unused-command-line-argument") ||
             starts(w, "-Werror=ignored-optimization-argument"))
        c->probes_options = true;
    else if (is(w, "-Wno-unknown-warning-option"))
        c->keeps_unknown_warnings = true;
    else if (starts(w, "-fsanitize="))
        scan_sanitizers(w + strlen("-fsanitize="), &c->sanitizer);
    else if (is(w, "-fno-sanitize=all") || (c->sanitizer && starts(w, "-fno-sanitize=") &&
                                            is(w + strlen("-fno-sanitize="), c->sanitizer)))
        c->sanitizer = NULL;
    else
        c->debug = debug_level(w, c->debug);
    c->target = foreign_target(w, c->target);
}

struct ordo_command_line ordo_command_line_read(char *const *words, size_t n, const bool *own) {
    struct ordo_command_line c = {0};
    bool last_phase_links = true, compiles = true, relocatable = false, other_inputs = false;
    const char *language = NULL, *source = NULL;

    for (size_t i = 0; i < n; i++) {
        const char *w = words[i];
        if (own[i]) continue;
        if (w[0] == '-' && w[1] && !c.options_end) {
            if (is(w, "--"))
                c.options_end = true;
            else if (is(w, "-x") || is(w, "--language"))
                language = i + 1 < n ? words[i + 1] : NULL;
            else if (starts(w, "-x"))
                language = w + 2;
            else if (starts(w, "--language="))
                language = w + strlen("--language=");
            else if (is(w, "-c") || is(w, "-S"))
                last_phase_links = false;
            else if (is(w, "-E") || is(w, "-M") || is(w, "-MM") || is(w, "-fsyntax-only") ||
                     is(w, "--analyze") || is(w, "--precompile") || is(w, "-emit-ast") ||
                     is(w, "-module-file-info") || is(w, "-verify-pch") || is(w, "--preprocess") ||
                     starts(w, "-print-") || starts(w, "--print-") || starts(w, "-dump") ||
                     is(w, "--version") || is(w, "--help") || is(w, "-rewrite-objc"))
                last_phase_links = false, compiles = false;
            else if (is(w, "-r") || is(w, "--relocatable") || is(w, "-Wl,-r"))
                relocatable = true;
            else if (starts(w, "-l") && w[2])
                other_inputs = true, c.names_libc |= is(w, "-lc");
            if (takes_value(w))
                i++;
            else
                scan_flag(w, &c);
            if (language && is(language, "none")) language = NULL;
            continue;
        }
        enum input kind = language      ? input_by_language(language)
                          : w[0] == '-' ? INPUT_SOURCE
                                        : input_by_name(w);
        if (kind == INPUT_SOURCE && !source) source = w;
        if (kind != INPUT_HEADER) other_inputs = true;
    }
    c.source = compiles ? source : NULL;
    c.language_set = language != NULL;
    c.links = last_phase_links && !relocatable && other_inputs;
    return c;
}
