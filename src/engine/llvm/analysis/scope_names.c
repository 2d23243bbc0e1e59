/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "scope_names.h"

#include "engine/llvm/ir/module_memory.h"
#include "engine/llvm/ir/source_names.h"

#include <stdio.h>
#include <string.h>

static void size_arguments(struct opass *p, struct routine *r) {
    char joined[ORDO_MAX_ARGS * 260] = "";
    unsigned n = 0;
    for (unsigned i = 0; i < LLVMCountParams(r->fn) && n < ORDO_MAX_ARGS; i++) {
        LLVMValueRef a = LLVMGetParam(r->fn, i);
        LLVMTypeRef type = LLVMTypeOf(a);
        if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) continue;
        unsigned bits = LLVMGetIntTypeWidth(type);
        if (bits < 8 || bits > 64) continue;
        char name[256] = "";
        enum shim_arg_kind kind = shim_argument(a, name, sizeof name);
        if (kind == SHIM_ARG_OTHER) continue;
        size_t used = strlen(joined);
        snprintf(joined + used, sizeof joined - used, "%s%s", n ? "," : "", name);
        n++;
    }
    r->scope->n_args = n;
    r->scope->arg_names = opass_text(p, joined);
}

void opass_place_scopes(struct opass *p, struct routine *r) {
    size_t n;
    struct scope *s = r->scope;
    char linkage[4096];
    snprintf(linkage, sizeof linkage, "%s", LLVMGetValueName2(r->fn, &n));
    if (n > 5 && n < sizeof linkage && !strcmp(linkage + n - 5, ".ordo")) linkage[n - 5] = 0;
    s->linkage_name = opass_text(p, linkage[0] == 1 ? linkage + 1 : linkage);
    struct shim_place *place = opass_alloc(p, sizeof *place);
    if (shim_routine_place(r->fn, place)) {
        s->name = opass_text(p, place->name);
        s->file = opass_text(p, opass_relative(p, place->file));
        s->line = place->line;
    } else {
        s->name = s->linkage_name;
        char file[4096];
        opass_unit_file(p, file, sizeof file);
        s->file = opass_text(p, file);
    }
    size_arguments(p, r);
    /* Loops at the same place (a macro, or no line tables) are distinguished by a number. */
    for (unsigned i = s->index + 1; i < p->n_scopes; i++) {
        struct scope *l = p->scopes[i];
        unsigned same = 0;
        for (unsigned k = s->index + 1; k < i; k++)
            same += p->scopes[k]->line == l->line && p->scopes[k]->column == l->column;
        char text[4200];
        snprintf(text, sizeof text, same ? "%s#%u" : "%s", s->linkage_name, same + 1);
        l->linkage_name = opass_text(p, text);
        l->name = l->arg_names = opass_text(p, "");
        l->file = s->file;
    }
}
