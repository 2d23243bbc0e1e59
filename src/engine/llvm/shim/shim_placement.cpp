// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_placement.cpp: see the header. The options are LLVM's own (MachineBlockPlacement.cpp, in
// LLVM 16 to 19): that it does so by itself where it has a profile, at a ratio of 5, is for code
// that was seen to be seldom; here most of what it calls seldom it only guesses.

#include "shim_placement.h"

#include "llvm/Support/CommandLine.h"

using namespace llvm;

static void set_option(StringRef name, StringRef value) {
    auto &options = cl::getRegisteredOptions();
    auto at = options.find(name);
    if (at == options.end() || at->second->getNumOccurrences()) return;
    at->second->addOccurrence(0, name, value);
}

extern "C" void shim_place_behind_loops(unsigned ratio) {
    set_option("force-loop-cold-block", "true");
    set_option("loop-to-cold-block-ratio", std::to_string(ratio));
}
