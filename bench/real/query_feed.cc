// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Asks a feed some questions with XPath.
#include "pugixml.hpp"

#include <cstdio>

int main(int, char **argv) {
    pugi::xml_document document;
    if (!document.load_file(argv[1])) return 1;
    pugi::xpath_node_set rome = document.select_nodes("/feed/entry[@city='Rome' and price > 300]");
    pugi::xpath_node_set tags = document.select_nodes("//tag[starts-with(@name, 'ba')]");
    tags.sort();
    double sum = pugi::xpath_query("sum(/feed/entry/price)").evaluate_number(document);
    size_t titles = 0;
    for (pugi::xml_node e : document.child("feed").children("entry")) {
        titles += e.child("title").text().as_string()[0] != 0;
        e.append_attribute("seen") = true;
    }
    printf("%zu %zu %.2f %zu\n", rome.size(), tags.size(), sum, titles);
}
