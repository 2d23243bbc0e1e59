/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * The names are those of libstdc++; pointers to them have " *" behind.
 */
#include "report/type_name.h"

#include "report/spoken_name.h"

#include <string.h>

static const struct {
    const char *name, *spoken;
} nodes[] = {
    {"std::__detail::_List_node_base", "std::list node"},
    {"std::_Fwd_list_node_base", "std::forward_list node"},
    {"std::_Rb_tree_node_base", "std::map or std::set node"},
    {"std::__detail::_Hash_node_base", "std::unordered_map or set node"},
};

void ordo_type_name_add(struct ordo_text *t, const char *name, bool ascii) {
    for (size_t i = 0; i < sizeof nodes / sizeof *nodes; i++) {
        size_t n = strlen(nodes[i].name);
        if (strncmp(name, nodes[i].name, n) != 0 || (name[n] && name[n] != ' ')) continue;
        ordo_text_add(t, nodes[i].spoken);
        ordo_spoken_text_add(t, name + n);
        return;
    }
    ordo_spoken_name_add(t, name, ascii);
}
