// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// shim_placement.cpp: sets LLVM's options for rare blocks in loops (see shim_placement.h).
//
// The options are in MachineBlockPlacement.cpp of LLVM 16 to 19. With a profile LLVM does this by
// itself, at a ratio of 5, for code that was measured to be rare. Here most frequencies are
// guesses, so the caller's ratio is much larger.

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
