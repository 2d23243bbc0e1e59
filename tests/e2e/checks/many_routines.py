# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""many_routines.py: prints a program with 300 linear routines, each called with ten sizes."""
for i in range(300):
    print(f"static int f{i}(int n) {{ int s = 0; for (int i = 0; i < n; i++) s += i ^ n; return s; }}")
print("int main(void) { int s = 0; for (int n = 4; n < 200; n += n / 2) {")
for i in range(300):
    print(f"s += f{i}(n + {i % 7});")
print("} return s == 7; }")
