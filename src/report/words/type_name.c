/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * type_name.c: knows the names of libstdc++'s node types and default template arguments. The name
 * of a pointer ends in " *". "std::vector<int, std::allocator<int> >" becomes std::vector<int>.
 */
#include "report/words/type_name.h"

#include "report/words/spoken_name.h"

#include <string.h>

static const struct {
    const char *name, *spoken;
} nodes[] = {
    {"std::__detail::_List_node_base", "std::list node"},
    {"std::_Fwd_list_node_base", "std::forward_list node"},
    {"std::_Rb_tree_node_base", "std::map or std::set node"},
    {"std::__detail::_Hash_node_base", "std::unordered_map or set node"},
};

/* Template arguments that are left out: the defaults of the C++ library. */
static const char *const defaults[] = {", std::allocator<", ", std::default_delete<",
                                       ", std::char_traits<"};

/* Returns the end of the default argument that begins at s, including the blank before a '>' that
 * closes others; s if no default begins there. */
static const char *skip_default(const char *s) {
    for (size_t i = 0; i < sizeof defaults / sizeof *defaults; i++) {
        if (strncmp(s, defaults[i], strlen(defaults[i])) != 0) continue;
        const char *end = s + strlen(defaults[i]);
        for (int depth = 1; *end && depth; end++) depth += (*end == '<') - (*end == '>');
        return *end == ' ' ? end + 1 : end;
    }
    return s;
}

static void add_without_defaults(struct ordo_text *t, const char *name, bool ascii) {
    struct ordo_text rest = {0};
    for (const char *s = name; *s;) {
        const char *end = skip_default(s);
        if (end == s)
            ordo_text_add_bytes(&rest, s++, 1);
        else
            s = end;
    }
    ordo_spoken_name_add(t, rest.n ? rest.bytes : "", ascii);
    ordo_text_done(&rest);
}

void ordo_type_name_add(struct ordo_text *t, const char *name, bool ascii) {
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        size_t n = strlen(nodes[i].name);
        if (strncmp(name, nodes[i].name, n) != 0 || (name[n] && name[n] != ' ')) continue;
        ordo_text_add(t, nodes[i].spoken);
        ordo_spoken_text_add(t, name + n);
        return;
    }
    add_without_defaults(t, name, ascii);
}
