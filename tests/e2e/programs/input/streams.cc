/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * streams.cc DATA: reads 1,000 to 100,000 bytes of DATA, and of its standard input, through streams
 * of the C++ library, and prints what each call has read: ROUTINE BYTES. What comes from a string is
 * no input.
 */
#include <cctype>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>

#define ROUTINE extern "C" __attribute__((noinline))
static unsigned long sum;

ROUTINE long by_std_getline(std::istream &in) {
    std::string line;
    long all = 0;
    while (std::getline(in, line)) all += (long)line.size() + !in.eof();
    return all;
}

ROUTINE long by_istream_read(std::istream &in) {
    char block[700];
    long all = 0;
    do {
        in.read(block, sizeof block);
        all += in.gcount();
    } while (in);
    return all;
}

ROUTINE long by_istream_getline(std::istream &in) {
    char line[200];
    long all = 0;
    while (in.getline(line, sizeof line)) all += in.gcount();
    return all;
}

ROUTINE long by_word(std::istream &in) {
    std::string word;
    long all = std::isspace(in.peek()) != 0;
    while (in >> word) all += (long)word.size() + 1; /* each has a space or line's end behind it */
    return all;
}

ROUTINE long by_character(std::istream &in) {
    char c;
    long all = 0;
    for (; in.get(c); all++) sum += (unsigned char)c;
    return all;
}

ROUTINE long from_standard_input(long lines) {
    std::string line;
    long all = 0;
    for (; lines && std::getline(std::cin, line); lines--) all += (long)line.size() + 1;
    return all;
}

ROUTINE long left_by_exception(std::istream &in, long lines) {
    std::string line;
    long all = 0;
    for (; lines && std::getline(in, line); lines--) all += (long)line.size() + 1;
    throw all;
}

ROUTINE long from_memory(const std::string &text) {
    std::istringstream in(text);
    std::string line;
    long all = 0;
    while (std::getline(in, line)) all += (long)line.size();
    sum += (unsigned long)all;
    return 0;
}

static std::ifstream at(const char *path, long from_end) {
    std::ifstream in(path, std::ios::binary);
    in.seekg(-from_end, std::ios::end);
    return in;
}

#define WITH(routine)                                                                              \
    do {                                                                                           \
        std::ifstream in = at(path, n);                                                            \
        std::printf(#routine " %ld\n", routine(in));                                               \
    } while (0)

int main(int argc, char **argv) {
    const char *path = argv[1];
    if (argc < 2) return 2;
    for (long n = 1000; n <= 100000; n = n * 2 + n / 2) {
        WITH(by_std_getline);
        WITH(by_istream_read);
        WITH(by_istream_getline);
        WITH(by_word);
        WITH(by_character);
        std::printf("from_standard_input %ld\n", from_standard_input(n / 500));
        std::printf("from_memory %ld\n", from_memory(std::string((size_t)n, 'x')));
        std::ifstream in = at(path, n);
        try {
            left_by_exception(in, n / 100);
        } catch (long all) {
            std::printf("left_by_exception %ld\n", all);
        }
    }
    return sum == 1;
}
