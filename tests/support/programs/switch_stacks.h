/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * switch_stacks.h: a hand-written switch of stacks.
 */
#ifndef PROGRAMS_SWITCH_STACKS_H
#define PROGRAMS_SWITCH_STACKS_H

#include <stddef.h>

void switch_stacks(void **from, void *to);

__asm__(".text\n.globl switch_stacks\nswitch_stacks:\n push %rbx\n push %rbp\n push %r12\n"
        " push %r13\n push %r14\n push %r15\n mov %rsp,(%rdi)\n mov %rsi,%rsp\n pop %r15\n"
        " pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n");

static void *main_stack, *other_stack;

/* Prepares a stack with the values that the first switch to it pops. */
static void *new_stack(char *memory, size_t size, void (*routine)(void)) {
    void **top = (void **)(void *)(memory + size - 64);
    *--top = NULL;
    *--top = (void *)routine;
    for (int i = 0; i < 6; i++) *--top = NULL;
    return top;
}

#endif
