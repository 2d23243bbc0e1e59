/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * early.c: a routine of the program runs before the C library has set the environment.
 */
__attribute__((noinline)) static int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += i ^ n;
    return s;
}

static void early(int argc, char **argv, char **environment) {
    (void)argv, (void)environment;
    if (sum(argc + 3) < 0) __builtin_trap();
}
__attribute__((section(".preinit_array"), used)) static void (*first)(int, char **,
                                                                      char **) = early;

int main(void) {
    return sum(10) + sum(20) < 0;
}
