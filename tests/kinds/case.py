# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""case.py: what a case and its parts are, as plain data."""
from dataclasses import dataclass, field

# The ways to run a program that are compared with the native one.
EXACT = ("idle", "recorded")
PRODUCTION = ("production idle", "production recorded")
COMMAND = ("by ordo record", "by ordo record --production")


@dataclass(frozen=True)
class Part:
    """A library that the program uses."""
    file: str
    source: str
    flags: str = ""
    by: str = "same"  # same: like the program; native: by clang in all builds; or the name of a build


@dataclass(frozen=True)
class Case:
    paragraph: str  # the kind of trouble, and the folder of the sources
    name: str
    source: str
    # {raw}: the raw folder, {user}: a user that only this case has, {group}: its cgroup
    arguments: str = ""
    compile: str = "-O2 -g"
    link: str = ""
    parts: tuple = ()
    by: str = "same"  # like Part.by, for the program itself
    before: str = ""  # bash commands that run before the program
    through: str = ""  # the words that start the program
    environment: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)  # environment of the runtime when it records
    modes: tuple = EXACT + PRODUCTION
    files: tuple = ()  # files that the program writes; they must be the same
    needs: tuple = ()  # root, tmpfs, cgroup; or a package that clang needs to build the program
    disk: str = ""  # the raw folder is a tmpfs of this size
    left: int = -1  # bytes that are free in the tmpfs
    group: str = ""  # the limit of the cgroup
    raw_right: int = 0o777  # permissions of the raw folder
    no_raw: str = ""  # why there is nothing to make a profile of
    said: str = ""  # pattern of the line that production builds print when they cannot make a raw file
    report: str = ""  # text in the report of the exact recording
    rejected: dict = field(default_factory=dict)  # the build that fails, and the one line that says why
    seconds: int = 60
