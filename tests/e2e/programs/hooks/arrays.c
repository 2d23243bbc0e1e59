// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arrays.c: elements of arrays of all kinds, with the names that the source gives their types.
#include <stddef.h>
void *take(size_t);
typedef struct {
    int x, y;
} point;
struct stream {
    const char *in;
    char *out;
};
enum color { RED, GREEN };
static int table[4];
static int grid[2][3];
static point points[3];
static struct {
    int used;
    unsigned short mark[8];
} set;
int next[4];
static enum color colors[2];
static int sum(const int *a, int n) {
    int s = 0;
    for (const int *p = a; p < a + n; p++) s += *p;
    return s;
}
static void move(struct stream *s, int n) {
    while (n-- > 0) *s->out++ = *s->in++;
}
static void clear(point *p, point *end) {
    for (; p < end; p++) p->y = 0;
}
static void swap(void *a, size_t i, size_t width) {
    *(double *)((char *)a + i * width) = 1;
}
static int local(int i) {
    int few[3] = {1, 2, 3};
    int other = few[i];
    int *alias = &other;
    return *alias + few[0];
}
static void vla(int n, int m[][n]) {
    int row[n];
    for (int i = 0; i < n; i++) row[i] = m[1][i];
}
int main(int argc, char **argv) {
    table[0] = 1;
    table[argc] = table[3];
    grid[argc][argc + 1] = 5;
    points[argc].y = 6;
    set.used = 1;
    set.mark[argc] = 2;
    for (int i = next[0]; i; i = next[i]) {
    }
    colors[argc] = GREEN;
    sum(table, 2);
    struct stream s = {take(2), take(2)};
    move(&s, 2);
    clear(points, points + 2);
    double *d = take(4 * sizeof *d);
    swap(d, 2, sizeof *d);
    local(argc);
    vla(3, grid);
    long **rows = take(2 * sizeof *rows);
    rows[argc] = take(2 * sizeof **rows);
    rows[argc][argc] = 9;
    return 0;
}

//: type int, 4 bytes
//: type point, 8 bytes
//: type unsigned short, 2 bytes
//: type color, 4 bytes
//: type long *, 8 bytes pointer -> long
//: type long, 8 bytes
//: type char, 1 bytes
//: type double, 8 bytes
//: type int, 4 bytes, in rows of 3
//: type (anonymous), 20 bytes
//: variable table, 16 bytes of int
//: variable grid, 24 bytes of int
//: variable points, 24 bytes of point
//: variable set, 16 bytes of unsigned short
//: variable next, 16 bytes of int
//: variable colors, 8 bytes of color
//: advance main/1 by main/1
//: advance sum/1 by sum/1
//: advance clear/1 by clear/1
//: advance vla/1 by vla/1
//: main array_write int table+0
//: main array_read int table+12
//: main array_write int table+4
//: main array_write int grid+20
//: main array_write point points+12
//: main array_write unsigned short set+2
//: main array_read int next+0
//: main array_write color colors+4
//: sum/1 array_run int table+0 to table+4: 2 read, 0 written, iterations 1 to 2
//: move/1 array_read char #1+0
//: move/1 array_write char #2+0
//: move/1 array_copy char #2+0 from #1+0
//: move/1 array_read char #1+1
//: move/1 array_write char #2+1
//: move/1 array_copy char #2+1 from #1+1
//: clear/1 array_run point points+4 to points+12: 0 read, 2 written, iterations 1 to 2
//: main array_write double #3+16
//: main array_read int stack
//: main array_read int stack
//: vla/1 array_copy int stack from grid+12
//: vla/1 array_copy int stack from grid+16
//: vla/1 array_copy int stack from grid+20
//: vla/1 array_run int grid+12 to grid+20: 3 read, 0 written, iterations 1 to 3
//: vla/1 array_run int stack to stack: 0 read, 3 written, iterations 1 to 3
//: main array_link long * #4+8 = #5+0
//: main array_read long * #4+8
//: main array_write long #5+8
