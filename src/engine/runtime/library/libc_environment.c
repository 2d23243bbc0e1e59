/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * libc_environment.c: models of the environment, the options of the command line, users and groups.
 *
 * A name that is looked up is read. The environment and the library's databases are not input of
 * the look-up; the program itself reads what the look-up returns. Records that the library fills
 * anew at every call are written, with the texts that they point to. Cost: the cells touched.
 *
 * References to name services are weak, so that the runtime does not link them into static
 * programs.
 */
#include "libc_scan.h"
#include "libc_wrap.h"
#include <getopt.h>
#include <grp.h>
#include <libintl.h>
#include <netdb.h>
#include <pwd.h>
#include <stdlib.h>
#include <unistd.h>

#pragma weak getpwnam
#pragma weak getpwuid
#pragma weak getpwent
#pragma weak getpwnam_r
#pragma weak getpwuid_r
#pragma weak getgrnam
#pragma weak getgrgid
#pragma weak getgrent
#pragma weak getgrnam_r
#pragma weak getgrgid_r
#pragma weak gethostbyname
#pragma weak getservbyname
#pragma weak getprotobyname

static uint64_t reads_text(struct ort_site site, const char *s) {
    return s ? reads(site, s, ort_scan_length(s) + 1) : 0;
}

static uint64_t writes_text(struct ort_site site, const char *s) {
    return s ? writes(site, s, ort_scan_length(s) + 1) : 0;
}

#define LOOK_UP(fn)                                                                                \
    ORT_MODEL(char *, fn, (const char *name)) {                                                    \
        struct ort_site site = ort_site();                                                         \
        char *r = fn(name);                                                                        \
        if (site.on) charge(site, &account_##fn, reads_text(site, name));                          \
        return r;                                                                                  \
    }
LOOK_UP(getenv)
LOOK_UP(secure_getenv)
LOOK_UP(gettext)
LOOK_UP(textdomain)

ORT_MODEL(char *, dgettext, (const char *domain, const char *message)) {
    struct ort_site site = ort_site();
    char *r = dgettext(domain, message);
    if (site.on) {
        uint64_t cells = reads_text(site, domain);
        charge(site, &account_dgettext, cells + reads_text(site, message));
    }
    return r;
}

ORT_MODEL(char *, dcgettext, (const char *domain, const char *message, int category)) {
    struct ort_site site = ort_site();
    char *r = dcgettext(domain, message, category);
    if (site.on) {
        uint64_t cells = reads_text(site, domain);
        charge(site, &account_dcgettext, cells + reads_text(site, message));
    }
    return r;
}

ORT_MODEL(char *, ngettext, (const char *one, const char *many, unsigned long n)) {
    struct ort_site site = ort_site();
    char *r = ngettext(one, many, n);
    if (site.on) {
        uint64_t cells = reads_text(site, one);
        charge(site, &account_ngettext, cells + reads_text(site, many));
    }
    return r;
}

ORT_MODEL(char *, dngettext,
          (const char *domain, const char *one, const char *many, unsigned long n)) {
    struct ort_site site = ort_site();
    char *r = dngettext(domain, one, many, n);
    if (site.on) {
        uint64_t cells = reads_text(site, domain);
        cells += reads_text(site, one);
        charge(site, &account_dngettext, cells + reads_text(site, many));
    }
    return r;
}

ORT_MODEL(char *, dcngettext,
          (const char *domain, const char *one, const char *many, unsigned long n, int category)) {
    struct ort_site site = ort_site();
    char *r = dcngettext(domain, one, many, n, category);
    if (site.on) {
        uint64_t cells = reads_text(site, domain);
        cells += reads_text(site, one);
        charge(site, &account_dcngettext, cells + reads_text(site, many));
    }
    return r;
}

ORT_MODEL(char *, bindtextdomain, (const char *domain, const char *directory)) {
    struct ort_site site = ort_site();
    char *r = bindtextdomain(domain, directory);
    if (site.on) {
        uint64_t cells = reads_text(site, domain);
        charge(site, &account_bindtextdomain, cells + reads_text(site, directory));
    }
    return r;
}

ORT_MODEL(char *, bind_textdomain_codeset, (const char *domain, const char *codeset)) {
    struct ort_site site = ort_site();
    char *r = bind_textdomain_codeset(domain, codeset);
    if (site.on) {
        uint64_t cells = reads_text(site, domain);
        charge(site, &account_bind_textdomain_codeset, cells + reads_text(site, codeset));
    }
    return r;
}

ORT_MODEL(int, setenv, (const char *name, const char *value, int replace)) {
    struct ort_site site = ort_site();
    int r = setenv(name, value, replace);
    if (site.on) {
        uint64_t cells = reads_text(site, name);
        charge(site, &account_setenv, cells + reads_text(site, value));
    }
    return r;
}

ORT_AFTER(ORT_MODEL, int, unsetenv, (const char *name), r, unsetenv(name),
          charge(site, &account_unsetenv, reads_text(site, name)))

ORT_AFTER(ORT_MODEL, int, putenv, (char *entry), r, putenv(entry),
          charge(site, &account_putenv, reads_text(site, entry)))

/* One option: the next argument is read, and optarg, optind and optopt are written. That getopt
 * also changes the order of the arguments is not recorded. */
static uint64_t next_argument(struct ort_site site, int argc, char *const argv[]) {
    if (optind < 0 || optind >= argc || !argv[optind]) return 0;
    uint64_t cells = reads(site, &argv[optind], sizeof *argv);
    return cells + reads_text(site, argv[optind]);
}

static uint64_t option_results(struct ort_site site) {
    uint64_t cells = writes(site, &optarg, sizeof optarg);
    cells += writes(site, &optind, sizeof optind);
    return cells + writes(site, &optopt, sizeof optopt);
}

ORT_MODEL(int, getopt, (int argc, char *const argv[], const char *options)) {
    struct ort_site site = ort_site();
    uint64_t cells = site.on ? next_argument(site, argc, argv) : 0;
    int r = getopt(argc, argv, options);
    if (site.on) {
        cells += reads_text(site, options);
        charge(site, &account_getopt, cells + option_results(site));
    }
    return r;
}

#define GETOPT_LONG(fn)                                                                            \
    ORT_MODEL(int, fn,                                                                             \
              (int argc, char *const argv[], const char *options, const struct option *longs,      \
               int *index)) {                                                                      \
        struct ort_site site = ort_site();                                                         \
        uint64_t cells = site.on ? next_argument(site, argc, argv) : 0;                            \
        int r = fn(argc, argv, options, longs, index);                                             \
        if (site.on) {                                                                             \
            size_t n = 0;                                                                          \
            cells += reads_text(site, options);                                                    \
            for (; longs && longs[n].name; n++) cells += reads_text(site, longs[n].name);          \
            if (longs) cells += reads(site, longs, (n + 1) * sizeof *longs);                       \
            charge(site, &account_##fn, cells + option_results(site));                             \
        }                                                                                          \
        return r;                                                                                  \
    }
GETOPT_LONG(getopt_long)
GETOPT_LONG(getopt_long_only)

/* Users and groups. */
static uint64_t user(struct ort_site site, const struct passwd *p) {
    if (!p) return 0;
    uint64_t cells = writes(site, p, sizeof *p);
    const char *texts[] = {p->pw_name, p->pw_passwd, p->pw_gecos, p->pw_dir, p->pw_shell};
    for (int i = 0; i < 5; i++) cells += writes_text(site, texts[i]);
    return cells;
}

static uint64_t group(struct ort_site site, const struct group *g) {
    if (!g) return 0;
    uint64_t cells = writes(site, g, sizeof *g);
    cells += writes_text(site, g->gr_name);
    cells += writes_text(site, g->gr_passwd);
    size_t n = 0;
    for (; g->gr_mem[n]; n++) cells += writes_text(site, g->gr_mem[n]);
    return cells + writes(site, g->gr_mem, (n + 1) * sizeof *g->gr_mem);
}

#define RECORD(type, fn, kind, params, args, name)                                                 \
    ORT_MODEL(struct type *, fn, params) {                                                         \
        struct ort_site site = ort_site();                                                         \
        struct type *r = fn args;                                                                  \
        if (site.on) {                                                                             \
            uint64_t cells = reads_text(site, name);                                               \
            charge(site, &account_##fn, cells + kind(site, r));                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
RECORD(passwd, getpwnam, user, (const char *name), (name), name)
RECORD(passwd, getpwuid, user, (uid_t id), (id), NULL)
RECORD(passwd, getpwent, user, (void), (), NULL)
RECORD(group, getgrnam, group, (const char *name), (name), name)
RECORD(group, getgrgid, group, (gid_t id), (id), NULL)
RECORD(group, getgrent, group, (void), (), NULL)

#define RECORD_INTO(type, fn, kind, key_type, name)                                                \
    ORT_MODEL(int, fn,                                                                             \
              (key_type key, struct type *restrict record, char *restrict buffer, size_t size,     \
               struct type **restrict out)) {                                                      \
        struct ort_site site = ort_site();                                                         \
        int r = fn(key, record, buffer, size, out);                                                \
        if (site.on) {                                                                             \
            uint64_t cells = reads_text(site, name);                                               \
            cells += writes(site, out, sizeof *out);                                               \
            charge(site, &account_##fn, cells + kind(site, r == 0 ? *out : NULL));                 \
        }                                                                                          \
        return r;                                                                                  \
    }
RECORD_INTO(passwd, getpwnam_r, user, const char *restrict, key)
RECORD_INTO(passwd, getpwuid_r, user, uid_t, NULL)
RECORD_INTO(group, getgrnam_r, group, const char *restrict, key)
RECORD_INTO(group, getgrgid_r, group, gid_t, NULL)

/* Hosts, services and protocols: the name is read and the record is written, without the texts that
 * it points to. Answers are few and small. */
#define NAMED(type, fn, params, args)                                                              \
    ORT_MODEL(struct type *, fn, params) {                                                         \
        struct ort_site site = ort_site();                                                         \
        struct type *r = fn args;                                                                  \
        if (site.on) {                                                                             \
            uint64_t cells = reads_text(site, name);                                               \
            if (r) cells += writes(site, r, sizeof *r);                                            \
            charge(site, &account_##fn, cells);                                                    \
        }                                                                                          \
        return r;                                                                                  \
    }
NAMED(hostent, gethostbyname, (const char *name), (name))
NAMED(servent, getservbyname, (const char *name, const char *protocol), (name, protocol))
NAMED(protoent, getprotobyname, (const char *name), (name))

ORT_AFTER(ORT_MODEL, size_t, confstr, (int name, char *out, size_t size), n,
          confstr(name, out, size),
          charge(site, &account_confstr, out ? writes(site, out, n < size ? n : size) : 0))

ORT_AFTER(ORT_MODEL, int, getgroups, (int size, gid_t list[]), n, getgroups(size, list),
          charge(site, &account_getgroups,
                 size &&n > 0 ? fills(site, list, (size_t)n * sizeof *list) : 0))
