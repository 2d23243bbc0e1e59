# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""vs_code_task.py: checks that tasks.json runs `ordo lab` without a shell, and that keys.json binds a key to it."""
import json
task, = json.load(open("tasks.json"))["tasks"]
assert [task["command"], *task["args"]] == ["ordo", "lab", "${file}", "--open"], task
assert task["type"] == "process", "a shell would read the name"
key, = json.load(open("keys.json"))
assert key["args"] == task["label"] and key["command"] == "workbench.action.tasks.runTask", key
