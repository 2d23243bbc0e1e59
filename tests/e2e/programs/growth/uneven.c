/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * uneven.c: loops whose steps for 40, 80 and 160 kB are those of a compressor of real text: none of
 * them outgrows n log n in the end, but three inputs that are not quite alike do not tell.
 *
 *   uneven <FILE
 */
#include <stdio.h>
#include <unistd.h>

static volatile unsigned sum;

#define LOOP(name)                                                                                 \
    __attribute__((noinline)) static void name(long steps) {                                       \
        for (long i = 0; i < steps; i++) sum += (unsigned)i;                                       \
    }
LOOP(scan)
LOOP(partition)
LOOP(lower)
LOOP(compare)
LOOP(move)
LOOP(select_tables)
LOOP(copy)
LOOP(count)

int main(void) {
    static const struct {
        void (*loop)(long);
        long steps[3];
    } all[] = {{scan, {132024, 338989, 859658}},  {partition, {102773, 309286, 760249}},
               {lower, {225000, 440000, 936000}}, {compare, {292459, 553544, 1166567}},
               {move, {547141, 996495, 1885178}}, {select_tables, {501219, 702670, 1104809}},
               {copy, {263961, 519788, 1027653}}, {count, {281067, 463820, 824600}}};
    char buffer[4096];
    long n = 0;
    for (ssize_t got; (got = read(0, buffer, sizeof buffer)) > 0;) n += got;
    int k = n < 60000 ? 0 : n < 120000 ? 1 : 2;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) all[i].loop(all[i].steps[k]);
    printf("%u\n", sum);
}
