/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gcov_throws.cc: exceptions thrown and caught in loops and through a recursion. */
static int odd(int n) {
    if (n % 2)
        throw n;
    return n;
}
static int deep(int n) {
    if (n == 0)
        return odd(13);
    return deep(n - 1);
}
int main() {
    int sum = 0;
    int i = 0;
    while (i < 100) {
        try {
            sum += odd(i);
            sum++;
        } catch (int) {
            sum--;
        }
        i++;
    }
    try {
        deep(20);
        sum = 0;
    } catch (int n) {
        sum += n;
    }
    return sum == 0;
}
