# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""own_harness.py: reads a suite's output into a list of (name, PASS, FAIL or SKIP).

Order, times, addresses and the build's folder are ignored."""

import re

# Lines of these forms are results; the groups are `result` and `name`.
SHAPES = {
    "automake": [r"(?P<result>PASS|FAIL|SKIP|XFAIL|XPASS|ERROR): (?P<name>.*)"],
    "ctest": [
        r" *\d+/\d+ Test +#\d+: (?P<name>\S+) [ .]*\.*(?P<result> Passed|\*\*\*\S+( \S+)*?) +[\d.]+ sec.*",
        r"(?:\d+: )?\[ +(?P<result>OK|FAILED|SKIPPED) +\] (?P<name>\S+?)(,.*| \(.*)?",
    ],
    "autotest": [
        r" *\d+: (?P<name>.*?) +(?P<result>ok|skipped|FAILED|expected failure|UNEXPECTED PASS)( \(.*)?",
    ],
    # No harness: every line is a result.
    "lines": [r"(?P<name>.*\S.*)"],
}
PASS = {"pass", "xfail", "passed", "ok", "expected failure"}
SKIP = {"skip", "skipped", "ignore", "***skipped", "***not run"}
FAILED_LINE = re.compile(r"\bfail(ed|ure)?\b|\*\*\* \[|\berrors?\b|Error \d", re.I)
NO_FAILURE = re.compile(r"\b(0|no) (fail|error)|fail\w*:? *0\b|errors?:? *0\b|expected error", re.I)

UNSTABLE = [
    (re.compile(r"\d+(\.\d+)? ?(ms|msec|sec|seconds|s)\b"), "TIME"),
    (re.compile(r"0x[0-9a-f]{5,}"), "ADDRESS"),
    (re.compile(r"make(\[\d+\])?: "), "make: "),
]


def kind_of(result, name):
    """Returns PASS, FAIL or SKIP. A line without a result is a failure if it says so."""
    if not result:
        return "FAIL" if FAILED_LINE.search(name) and not NO_FAILURE.search(name) else "PASS"
    return "PASS" if result.lower() in PASS else "SKIP" if result.lower() in SKIP else "FAIL"


def tests(text, project, folder):
    """Returns the tests of one run, in alphabetical order."""
    shapes = [re.compile(s) for s in list(project.lines) + (SHAPES.get(project.harness) or [])]
    without = [re.compile(s) for s in project.without]
    found = []
    for line in text.replace("\r", "\n").split("\n"):
        line = re.sub(r"\x1b\[[0-9;]*m", "", line).replace(folder, "TREE").rstrip()
        for shape in shapes:
            match = shape.fullmatch(line)
            if not match:
                continue
            fields = match.groupdict()
            name = fields["name"]
            for pattern, word in UNSTABLE:
                name = pattern.sub(word, name)
            if not any(w.search(name) for w in without):
                found.append((name, kind_of((fields.get("result") or "").strip(), name)))
            break
    return sorted(found)


def counts(found):
    return [sum(1 for _, kind in found if kind == wanted) for wanted in ("PASS", "FAIL", "SKIP")]
