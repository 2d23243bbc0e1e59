/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "version_marks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const MARKS[] = {
    [OPASS_PLAIN] = "ordo-plain", [OPASS_RECORDED] = "ordo-recorded", [OPASS_ENTRY] = "ordo-entry"};

void opass_mark_version(struct opass *p, LLVMValueRef fn, enum opass_version version,
                        unsigned index) {
    char text[16];
    int n = snprintf(text, sizeof text, "%u", index);
    LLVMAddAttributeAtIndex(fn, LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(p->c, MARKS[version],
                                                      (unsigned)strlen(MARKS[version]), text,
                                                      (unsigned)n));
}

int opass_version_of(LLVMValueRef fn, enum opass_version version) {
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(
        fn, LLVMAttributeFunctionIndex, MARKS[version], (unsigned)strlen(MARKS[version]));
    if (!a) return -1;
    unsigned n;
    char text[16] = "";
    const char *value = LLVMGetStringAttributeValue(a, &n);
    memcpy(text, value, n < sizeof text - 1 ? n : sizeof text - 1);
    return atoi(text);
}
