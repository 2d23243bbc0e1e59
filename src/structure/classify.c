/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * classify.c: the strongest kind of access decides: a creation of an element, then a write, then a
 * read. A mapped file that is only read is input, like any other file; one that is only written is
 * output.
 */
#include "structure/classify.h"

enum ordo_operation ordo_classify(const struct ordo_input_class *c) {
    if (c->form == ORDO_INPUT_SOURCE) return ORDO_OPERATION_INPUT;
    if (c->form == ORDO_INPUT_SINK) return ORDO_OPERATION_OUTPUT;
    if (c->mapped && !c->writes) return ORDO_OPERATION_INPUT;
    if (c->mapped && !c->reads) return ORDO_OPERATION_OUTPUT;
    if (c->creations) return ORDO_OPERATION_CONSTRUCTION;
    return c->writes ? ORDO_OPERATION_MODIFICATION : ORDO_OPERATION_TRAVERSAL;
}

const char *ordo_operation_name(enum ordo_operation operation) {
    static const char *const names[] = {[ORDO_OPERATION_TRAVERSAL] = "traversal",
                                        [ORDO_OPERATION_MODIFICATION] = "modification",
                                        [ORDO_OPERATION_CONSTRUCTION] = "construction",
                                        [ORDO_OPERATION_INPUT] = "input",
                                        [ORDO_OPERATION_OUTPUT] = "output"};
    return names[operation];
}
