/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slurp.cc WAY FILE: reads a whole file, or standard input, and prints its size. */
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>

static std::string of_buffer(const char *path) {
    std::ifstream file(path);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

static std::string of_iterator(std::istream &in) {
    return std::string(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
}

static std::string of_lines(std::istream &in) {
    std::string line, text;
    while (std::getline(in, line)) text += line + "\n";
    return text;
}

int main(int argc, char **argv) {
    std::string way = argv[1], text;
    std::ifstream file(argv[argc - 1]);
    if (way == "buffer") text = of_buffer(argv[2]);
    if (way == "iterator") text = of_iterator(file);
    if (way == "synchronised") text = of_iterator(std::cin);
    if (way == "input") std::ios::sync_with_stdio(false), text = of_iterator(std::cin);
    if (way == "lines") text = of_lines(file);
    if (way == "twice") text = of_buffer(argv[2]), text = of_iterator(file);
    if (way == "child") {
        if (!fork()) return of_buffer(argv[2]).empty();
        int status;
        wait(&status);
        text = of_iterator(file);
    }
    std::cout << text.size() << "\n";
}
