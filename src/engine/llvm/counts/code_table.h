/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * code_table.h: the module's table of counted blocks, lines and edges (abi.h: ordo_code).
 */
#ifndef ORDO_LLVM_CODE_TABLE_H
#define ORDO_LLVM_CODE_TABLE_H

#include "engine/llvm/ir/pass.h"

struct line {
    unsigned file, line; /* file: offset in the names */
};

/* The lines of a block's code, or of a part of it after a call. */
struct place {
    struct line *lines; /* each once; the first one is the block's line */
    unsigned n_lines, column;
    LLVMValueRef after; /* the call before this part; NULL: the block's beginning */
    struct place *next; /* the block's next part */
};

struct code {
    struct ptrmap place_of; /* block -> its struct place */
    struct ptrmap call_of;  /* of the current routine: instruction -> its struct call */
    struct ptrmap file_of;  /* file in the debug information -> offset in names */
    char *names;
    unsigned names_used, names_room;
    struct ordo_code_block *blocks;
    struct ordo_code_line *lines;
    struct ordo_code_edge *edges;
    unsigned n_blocks, n_lines, n_edges, n_counters;
    unsigned n_other_nodes; /* nodes of the flow that are not listed blocks */
    LLVMValueRef table;
};

/* Declares the table (p->code). */
void opass_code_declare(struct opass *p);
/* Returns the offset of the file's name in the table's names; adds it if it is new. */
unsigned opass_code_name(struct opass *p, struct code *c, const char *name);
/* Adds a block and its lines. `ordinal`: its number in the routine. */
void opass_code_block(struct opass *p, struct routine *r, const struct place *place,
                      unsigned ordinal, bool is_cost);
/* Returns a new node of the flow that is not a listed block. */
unsigned opass_code_other_node(struct opass *p);
/* Adds an edge of the flow between two nodes; node 0 is the outside. If `counted`, the edge has the
 * next counter that opass_code_mark places. */
void opass_code_edge(struct opass *p, unsigned from, unsigned to, bool counted);
/* Marks the place of the next counter, at the builder. */
void opass_code_mark(struct opass *p);
/* Returns the module's struct ordo_code, or NULL. */
LLVMValueRef opass_code_define(struct opass *p);

#endif
