/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * program_kind.c: searches the program's file for marks of the runtime.
 *
 * An instrumented program contains the name of the runtime's library, or the runtime with its mark
 * (ORDO_ABI_MARK in abi.h), even if it is stripped. `LINKER --list FILE` prints all libraries,
 * including indirect ones, and so the runtime's if any of them is instrumented.
 */
#include "run/program_kind.h"

#include "base/memory.h"
#include "base/stream.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const marks[] = {"libordo-rt.so", "libordo-ref.so", "instrumented for Ordo"};

static const char *const launchers[] = {
    "ash",     "bash",   "busybox",  "chroot",   "chrt",   "cmake",     "csh",      "ctest",
    "dash",    "doas",   "entr",     "env",      "find",   "fish",      "flock",    "gdb",
    "gmake",   "ionice", "ksh",      "lldb",     "ltrace", "make",      "meson",    "ninja",
    "nice",    "nohup",  "ordo",     "parallel", "perf",   "run-parts", "script",   "setarch",
    "setpriv", "setsid", "sh",       "stdbuf",   "strace", "su",        "sudo",     "systemd-run",
    "taskset", "tcsh",   "time",     "timeout",  "tmux",   "unshare",   "valgrind", "valgrind.bin",
    "watch",   "xargs",  "xvfb-run", "zsh"};

/* Interpreters may load instrumented modules. A version may follow the name. */
static const char *const interpreters[] = {"guile",  "java",    "julia", "node",
                                           "nodejs", "perl",    "php",   "python",
                                           "R",      "Rscript", "ruby",  "tclsh"};

static char *find(const char *command) {
    struct stat st;
    if (strchr(command, '/'))
        return access(command, X_OK) == 0 && stat(command, &st) == 0 && S_ISREG(st.st_mode)
                   ? realpath(command, NULL)
                   : NULL;
    const char *path = getenv("PATH");
    for (const char *p = path ? path : "/bin:/usr/bin", *end; *command && *p;
         p = *end ? end + 1 : end) {
        char candidate[PATH_MAX];
        end = strchrnul(p, ':');
        int n = snprintf(candidate, sizeof candidate, "%.*s%s%s", (int)(end - p), p,
                         end == p ? "" : "/", command);
        if (n < (int)sizeof candidate && access(candidate, X_OK) == 0 &&
            stat(candidate, &st) == 0 && S_ISREG(st.st_mode))
            return realpath(candidate, NULL);
    }
    return NULL;
}

static bool has_mark(const void *bytes, size_t size) {
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (memmem(bytes, size, marks[i], strlen(marks[i]))) return true;
    return false;
}

/* Returns the path of the dynamic linker that the program names, or NULL. */
static const char *linker_of(const unsigned char *bytes, size_t size) {
    const Elf64_Ehdr *h = (const void *)bytes;
    if (h->e_phentsize != sizeof(Elf64_Phdr) || h->e_phoff > size ||
        (size - h->e_phoff) / sizeof(Elf64_Phdr) < h->e_phnum)
        return NULL;
    for (int i = 0; i < h->e_phnum; i++) {
        Elf64_Phdr p;
        memcpy(&p, bytes + h->e_phoff + (size_t)i * sizeof p, sizeof p);
        if (p.p_type == PT_INTERP && p.p_filesz > 1 && p.p_offset < size &&
            p.p_filesz <= size - p.p_offset && bytes[p.p_offset + p.p_filesz - 1] == 0)
            return (const char *)bytes + p.p_offset;
    }
    return NULL;
}

static bool lists_runtime(const char *linker, const char *path) {
    int ends[2];
    bool found = false;
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    pid_t pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_RDWR);
        dup2(null, 0);
        dup2(ends[1], 1);
        dup2(null, 2);
        execl(linker, linker, "--list", path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *list = pid > 0 ? fdopen(ends[0], "r") : NULL;
    char *line = NULL;
    size_t room = 0;
    while (list && ordo_stream_line(list, &line, &room) > 0) found |= has_mark(line, strlen(line));
    free(line);
    if (list)
        fclose(list);
    else
        close(ends[0]);
    if (pid > 0) waitpid(pid, NULL, 0);
    return found;
}

static bool is_launcher(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++)
        if (strcmp(name, launchers[i]) == 0) return true;
    for (size_t i = 0; i < sizeof interpreters / sizeof *interpreters; i++) {
        size_t n = strlen(interpreters[i]);
        if (strncmp(name, interpreters[i], n) == 0 &&
            strspn(name + n, "0123456789.") == strlen(name + n))
            return true;
    }
    return false;
}

static enum ordo_program_kind kind_of_bytes(const unsigned char *bytes, size_t size,
                                            const char *path) {
    const Elf64_Ehdr *h = (const void *)bytes;
    if (size < sizeof *h || memcmp(bytes, ELFMAG, SELFMAG) != 0) return ORDO_PROGRAM_SCRIPT;
    if (h->e_ident[EI_CLASS] != ELFCLASS64 || h->e_machine != EM_X86_64)
        return ORDO_PROGRAM_FOREIGN;
    if (has_mark(bytes, size)) return ORDO_PROGRAM_INSTRUMENTED;
    const char *linker = linker_of(bytes, size);
    if (linker && lists_runtime(linker, path)) return ORDO_PROGRAM_INSTRUMENTED;
    return ORDO_PROGRAM_PLAIN;
}

enum ordo_program_kind ordo_program_kind_of(const char *command, char **path) {
    *path = find(command);
    if (!*path) return ORDO_PROGRAM_MISSING;
    if (is_launcher(command) || is_launcher(*path)) return ORDO_PROGRAM_LAUNCHER;
    enum ordo_program_kind kind = ORDO_PROGRAM_SCRIPT;
    int fd = open(*path, O_RDONLY | O_CLOEXEC);
    struct stat st;
    if (fd < 0) return ORDO_PROGRAM_FOREIGN; /* not readable: Valgrind cannot read it either */
    if (fstat(fd, &st) == 0 && st.st_size > 0) {
        size_t size = (size_t)st.st_size;
        void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, fd, 0);
        if (bytes == MAP_FAILED && errno == ENOMEM) ordo_memory_exhausted();
        if (bytes != MAP_FAILED) {
            kind = kind_of_bytes(bytes, size, *path);
            munmap(bytes, size);
        }
    }
    close(fd);
    return kind;
}
