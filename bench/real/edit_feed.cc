// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reads a feed, changes prices, removes old tags, and prints the result.
#include "tinyxml2.h"

#include <cstdio>

using namespace tinyxml2;

int main(int, char **argv) {
    XMLDocument document;
    if (document.LoadFile(argv[1]) != XML_SUCCESS) return 1;
    double sum = 0;
    int entries = 0;
    for (XMLElement *e = document.RootElement()->FirstChildElement("entry"); e;
         e = e->NextSiblingElement("entry")) {
        XMLElement *price = e->FirstChildElement("price");
        double value = price->DoubleText();
        if (e->BoolAttribute("active")) price->SetText(value * 1.1);
        sum += value;
        while (XMLElement *tag = e->FirstChildElement("tag")) e->DeleteChild(tag);
        e->SetAttribute("number", ++entries);
        e->InsertNewChildElement("seen")->SetText(true);
    }
    XMLPrinter printer;
    document.Print(&printer);
    printf("%d entries, %.2f, %d bytes\n", entries, sum, (int)printer.CStrSize());
}
