# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a case and its parts are: plain data."""
from dataclasses import dataclass, field

# The ways to run a program that are compared with the native one.
EXACT = ("idle", "recorded")
PRODUCTION = ("production idle", "production recorded")
COMMAND = ("by ordo record", "by ordo record --production")


@dataclass(frozen=True)
class Part:
    """A library beside the program."""
    file: str
    source: str
    flags: str = ""
    by: str = "same"  # same: as the program; native: by clang in all builds; or the name of a build


@dataclass(frozen=True)
class Case:
    paragraph: str  # the kind of trouble, and the folder of the sources
    name: str
    source: str
    # {raw}: the raw folder, {user}: a user of this case's own, {group}: its cgroup
    arguments: str = ""
    compile: str = "-O2 -g"
    link: str = ""
    parts: tuple = ()
    by: str = "same"  # as Part.by, of the program itself
    before: str = ""  # bash commands in front of the program
    through: str = ""  # the words that start the program
    environment: dict = field(default_factory=dict)
    settings: dict = field(default_factory=dict)  # of the runtime, when it records
    modes: tuple = EXACT + PRODUCTION
    files: tuple = ()  # that the program writes and that have to be the same
    needs: tuple = ()  # root, tmpfs, cgroup; or a package that clang needs to build it
    disk: str = ""  # the raw folder is a tmpfs of this size
    left: int = -1  # bytes that are free in it
    group: str = ""  # the limit of the cgroup
    raw_right: int = 0o777  # of the raw folder
    no_raw: str = ""  # why there is nothing to make a profile of
    said: str = ""  # the line that production builds say when they cannot make a raw file
    report: str = ""  # what the report of the exact recording says
    refused: dict = field(default_factory=dict)  # build: the one line that refuses it
    seconds: int = 60
