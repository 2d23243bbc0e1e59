// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ascending.cc: records of ascending length, each of which is written and read once or twice: the
// calls become dearer, and the run is linear in its data.
//
//   ascending MODE N: N records of up to 10 N bytes
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <sstream>
#include <string>

static long sum;

// Library routines that write and read nothing.
static void filled(size_t n) {
    for (size_t i = 1; i <= n; i++) {
        char *record = static_cast<char *>(malloc(10 * i));
        memset(record, 'x', 10 * i);
        sum += record[i];
        free(record);
    }
}

static void made(size_t n) {
    for (size_t i = 1; i <= n; i++) {
        std::string record(10 * i, 'x');
        sum += record[i];
    }
}

// A block that has the address of the one before, and was zeroed in between.
static void zeroed(size_t n) {
    for (size_t i = 1; i <= n; i++) {
        int *counts = static_cast<int *>(calloc(10 * i, sizeof *counts));
        for (size_t k = 0; k < 10 * i; k++) counts[k] += static_cast<int>(k & 7);
        sum += counts[i];
        free(counts);
    }
}

static std::string lines_of(size_t n) {
    std::string lines;
    for (size_t i = 1; i <= n; i++) lines += std::string(10 * i, 'a') + '\n';
    return lines;
}

// Two readers of a line that takes the place of the one before.
static void read_twice(size_t n) {
    std::istringstream lines(lines_of(n));
    std::string line;
    while (std::getline(lines, line)) {
        sum += std::count(line.begin(), line.end(), 'b');
        sum += line.find("yz") == std::string::npos;
    }
}

static void searched_twice(size_t n) {
    std::istringstream lines(lines_of(n));
    std::string line;
    while (std::getline(lines, line)) {
        sum += line.find("xz") == std::string::npos;
        sum += line.find("yz") == std::string::npos;
    }
}

// The text of a stream that is a new one each time, at the same address.
static void joined(size_t n) {
    for (size_t i = 1; i <= n; i++) {
        const std::string part(10 * i, 'a');
        std::ostringstream text;
        text << part << part;
        sum += static_cast<long>(text.str().size());
    }
}

int main(int argc, char **argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    const size_t n = argc > 2 ? strtoul(argv[2], nullptr, 10) : 0;
    if (mode == "filled") filled(n);
    if (mode == "made") made(n);
    if (mode == "zeroed") zeroed(n);
    if (mode == "read_twice") read_twice(n);
    if (mode == "joined") joined(n);
    if (mode == "searched_twice") searched_twice(n);
    std::cout << sum << "\n";
}
