// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// library_search.cc: a search of the C++ library, as Ordo sees it, that tries each place of a text
// and reads the rest of it there. Its routines call each other, and might call the program.
//
//   library_search N: a text of N characters
#include <cstdlib>
#include <iostream>
#include <string>

namespace std {
bool (*accepts)(char);
bool match_one(const char *at);

bool match_more(const char *at) {
    return accepts(*at) && match_one(at + 1);
}

bool match_one(const char *at) {
    return *at == 'z' || match_more(at);
}

bool search_text(const char *text) {
    for (; *text; text++)
        if (match_one(text)) return true;
    return false;
}
} // namespace std

static bool is_x(char c) {
    return c == 'x';
}

int main(int argc, char **argv) {
    const size_t n = argc > 1 ? strtoul(argv[1], nullptr, 10) : 0;
    long found = 0;
    std::accepts = is_x;
    for (size_t i = 0; i < 3; i++) found += std::search_text(std::string(n + i, 'x').c_str());
    std::cout << found << "\n";
}
