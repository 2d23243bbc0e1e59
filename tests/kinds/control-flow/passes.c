/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * passes.c: a C library that calls back.
 */
long pass_through(long (*routine)(long), long n);

long pass_through(long (*routine)(long), long n) {
    long s = 0;
    for (int i = 0; i < 3; i++) s += routine(n) ^ i;
    return s;
}
