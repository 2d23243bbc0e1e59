/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * page_file.c: writes a temporary file and renames it; a pipe or a device is written directly.
 */
#include "cli/page_file.h"

#include "base/text.h"
#include "cli/modelled_profile.h"
#include "cli/output_guard.h"
#include "profile/store/store.h"
#include "report/page/html.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum ordo_status cannot(const char *html, struct ordo_error *error) {
    return ordo_error_set(error, ORDO_ENVIRONMENT, "%s: cannot be written: %s: name another file",
                          html, strerror(errno));
}

/* Writes the page `html` to the file `path`, which may be a temporary one. */
static enum ordo_status write_to(const char *path, const char *html, ordo_page_writer *writer,
                                 const void *data, struct ordo_error *error) {
    bool to_stdout = strcmp(path, "-") == 0;
    FILE *out = to_stdout ? stdout : fopen(path, "we");
    if (!out) return cannot(html, error);
    enum ordo_status status = writer(out, data, error);
    if (!to_stdout && fclose(out) != 0 && status == ORDO_OK) status = cannot(html, error);
    return status;
}

static enum ordo_status write_in_place(const char *html, ordo_page_writer *writer, const void *data,
                                       struct ordo_error *error) {
    return write_to(html, html, writer, data, error);
}

static enum ordo_status write_beside(const char *html, ordo_page_writer *writer, const void *data,
                                     struct ordo_error *error) {
    struct ordo_text part = {0};
    ordo_text_print(&part, "%s.%ld.part", html, (long)getpid());
    enum ordo_status status = write_to(part.bytes, html, writer, data, error);
    if (status == ORDO_OK && rename(part.bytes, html) != 0) status = cannot(html, error);
    if (status != ORDO_OK) unlink(part.bytes);
    ordo_text_done(&part);
    return status;
}

enum ordo_status ordo_page_file_place(const char *html, ordo_page_writer *writer, const void *data,
                                      struct ordo_error *error) {
    struct stat st;
    bool special = strcmp(html, "-") == 0 || (stat(html, &st) == 0 && !S_ISREG(st.st_mode));
    return (special ? write_in_place : write_beside)(html, writer, data, error);
}

enum ordo_status ordo_page_file_check(const char *html, const char *option,
                                      struct ordo_error *error) {
    if (strcmp(html, "-") == 0) return ORDO_OK;
    ORDO_TRY(ordo_output_check_place(html, option, ORDO_OUTPUT_RENAMED, error));
    return ordo_output_guard(html, option, ORDO_OUTPUT_PAGE, error);
}

struct profiles {
    struct ordo_html_profile list[2];
    unsigned n;
    bool with_sources;
};

static enum ordo_status write_profiles(FILE *out, const void *data, struct ordo_error *error) {
    const struct profiles *p = data;
    return ordo_html_write(out, p->list, p->n, p->with_sources, error);
}

struct loaded {
    struct ordo_profile *profile;
    struct ordo_analysis *analysis;
    struct ordo_repetition_tree *tree;
    struct ordo_algorithms *algorithms;
};

/* Loads a profile. The caller must unload *l, even after a failure. */
static enum ordo_status load(const char *path, const struct ordo_analyse_options *options,
                             struct loaded *l, struct ordo_error *error) {
    enum ordo_status status =
        ordo_modelled_profile_load(path, true, options, &l->profile, &l->analysis, error);
    if (status != ORDO_OK) {
        *l = (struct loaded){0};
        return status;
    }
    const struct ordo_profile *p = l->profile;
    if (p->has_steps) l->tree = ordo_repetition_tree_new(p);
    if (l->tree && p->has_structure)
        l->algorithms = ordo_algorithms_new(p, l->tree, ORDO_IDENTITY_SOME);
    return ORDO_OK;
}

static void unload(struct loaded *l) {
    ordo_algorithms_free(l->algorithms);
    ordo_repetition_tree_free(l->tree);
    ordo_analysis_free(l->analysis);
    ordo_profile_free(l->profile);
}

enum ordo_status ordo_page_file_write(const char *html, const char *path, const char *other,
                                      bool with_sources, const struct ordo_analyse_options *options,
                                      struct ordo_error *error) {
    struct loaded first = {0}, second = {0};
    ORDO_TRY(ordo_page_file_check(html, "--html", error));
    enum ordo_status status = load(path, options, &first, error);
    if (status == ORDO_OK && other) status = load(other, options, &second, error);
    if (status == ORDO_OK) {
        const struct profiles p = {{{first.analysis, path, first.tree, first.algorithms},
                                    {second.analysis, other, second.tree, second.algorithms}},
                                   other ? 2 : 1,
                                   with_sources};
        status = ordo_page_file_place(html, write_profiles, &p, error);
    }
    unload(&first);
    unload(&second);
    return status;
}
