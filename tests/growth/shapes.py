# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""shapes.py: the programs, the routine in each that is at fault, and the sizes at which it runs.

Every file of shapes/ is a shape; with -DREPAIRED it does the same in linear time, up to a logarithm. The files of
negatives/ have no routine at fault.
"""
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
SIZES = (500, 1000, 2000)

# The routine at fault; where a copy is made for an argument, the caller makes it.
CULPRITS = {
    "array_member": "is_known",
    "array_shift": "take_first",
    "blanks_at_end": "blanks_at_end",
    "bubble_sort": "sort",
    "cache_size": "used_bytes",
    "dedup_pairwise": "remove_duplicates",
    "dependencies": "visit",
    "event_loop": "find_connection",
    "hash_collide": "find_slot",
    "hash_fixed": "find",
    "indentation": "depth_of",
    "line_insert": "insert_line",
    "line_number": "line_of",
    "list_append": "append",
    "list_index": "item_at",
    "list_length": "length",
    "list_member": "contains",
    "memmove_message": "take_message",
    "nested_join": "join",
    "next_token": "next_token",
    "prepend_text": "prepend",
    "priority_list": "take_next",
    "quicksort_sorted": "quick_sort",
    "realloc_constant": "make_room",
    "rescan_buffer": "find_end",
    "running_balance": "balance",
    "score_table": "add_score",
    "sorted_insert": "insert",
    "sscanf_loop": "sum_of_numbers",
    "strcat_loop": "append_word",
    "string_copy": "add_name",
    "strlen_loop": "capitalise",
    "undo_snapshots": "save_snapshot",
    "union_find": "find_root",
    "unique_name": "unique_name",
    "unlink_timer": "cancel",
    "wildcard": "match",
    "symbol_table": "number_of",
    "load_parts": "insert",
    "accumulate_text": "joined",
    "bad_hash": "count_point",
    "common_ids": "count_common",
    "count_lines": "line_of",
    "erase_remove": "close_order",
    "find_if_session": "session_of",
    "getter_by_value": "Store::items",
    "list_advance": "row_at",
    "list_distance": "Queue::length",
    "map_by_value": "sell",
    "min_element": "take_earliest",
    "reserve_one": "add_sample",
    "sort_each_time": "add_score",
    "stream_text": "length_so_far",
    "string_erase_front": "take_first",
    "string_plus": "append_word",
    "string_substr": "split",
    "vector_by_value": "with_step",
    "vector_erase_front": "next_job",
    "vector_find": "add_tag",
    "vector_insert_begin": "visit",
}

# Sizes that take milliseconds: greater if the shape's buckets hide its growth below, smaller if each step is dear.
SPECIAL_SIZES = {
    "hash_fixed": (2000, 4000, 8000),
    "hash_collide": (1000, 2000, 4000),
    "sort_each_time": (250, 500, 1000),
    "score_table": (250, 500, 1000),
    "getter_by_value": (250, 500, 1000),
    "map_by_value": (250, 500, 1000),
    "quick_sort": (3750, 7500, 15000),
}


class Program:
    """A file with its variant: "shape", "repaired" or "negative"."""

    def __init__(self, path, variant):
        self.path, self.variant, self.shape = path, variant, path.stem
        self.name = f"{path.stem} (repaired)" if variant == "repaired" else path.stem
        self.culprit = CULPRITS[path.stem] if variant == "shape" else None
        self.sizes = SPECIAL_SIZES.get(path.stem, SIZES)


def programs():
    """Returns all programs: each shape, then its repaired version; then the other negatives."""
    all_of_them = []
    for path in sorted((HERE / "shapes").glob("*.c*")):
        all_of_them += [Program(path, "shape"), Program(path, "repaired")]
    return all_of_them + [Program(path, "negative") for path in sorted((HERE / "negatives").glob("*.c*"))]
