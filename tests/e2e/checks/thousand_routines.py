# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""thousand_routines.py: prints a program of 1,100 routines that call strlen once each."""
print("#include <string.h>\nstatic char *volatile text = \"text\";\nstatic volatile unsigned long sum;")
for i in range(1100):
    print("__attribute__((noinline)) static void r%d(void) { sum += strlen(text); sum += %d; }" % (i, i))
print("int main(void) {")
for i in range(1100):
    print("    r%d();" % i)
print("    return sum == 608850 ? 0 : 1;\n}")
