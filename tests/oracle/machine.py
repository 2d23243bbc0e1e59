# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""machine.py: memory and activations of a generated program, and the sizes that follow from them.

Objects are identities, not addresses. A cell is (object, offset / cell size), which is correct because every
object starts at a multiple of 8. Sizes come from times: a read at time t of a cell that was last accessed at
time p is the first access in exactly those open activations that began after p, and each of them gets one
more cell of input. This is computed for all four cell sizes at once.
"""

CELL_SHIFTS = (0, 1, 2, 3)


def wrap(value, size=8, signed=True):
    """Returns the value as a two's complement integer of `size` bytes."""
    value &= (1 << 8 * size) - 1
    if signed and value >> (8 * size - 1):
        value -= 1 << 8 * size
    return value


class Object:
    """A piece of memory: integers as bytes, and pointers as references."""
    count = 0

    def __init__(self, size, name=""):
        Object.count += 1
        self.number, self.size, self.name = Object.count, size, name
        self.data, self.pointers = bytearray(size), {}
        self.written = bytearray(size)
        self.zeroed = None, 0  # the thread that got it zeroed, and when


class Activation:
    def __init__(self, scope, begin, group=None):
        self.scope, self.begin, self.group = scope, begin, group
        self.rms = [0] * len(CELL_SHIFTS)
        self.iterations, self.depth, self.input, self.args = 0, 0, 0, {}
        self.outermost = False


class ScopeTally:
    def __init__(self):
        self.calls = self.iterations = 0
        self.entered = 0  # executions of a loop that have an iteration
        self.outermost = 0  # calls from outside the recursion
        self.rms = [{} for _ in CELL_SHIFTS]
        self.depth, self.input, self.args = {}, {}, {}
        self.negative_args = 0


class OutOfBounds(Exception):
    """The generator made a program that C does not define: a bug of the generator."""


class TooLong(Exception):
    """The program runs longer than necessary."""


class LongJump(Exception):
    """A longjmp in progress."""


class Finished(Exception):
    """exit() was called."""


class Machine:
    def __init__(self, budget):
        self.tallies, self.budget, self.time, self.bytes = {}, budget, 0, 0
        self.threads, self.thread = [], None
        self.begin_thread()

    def begin_thread(self):
        """Makes later accesses those of a new thread. Returns the previous one, for end_thread."""
        before = self.thread
        self.thread = ([], [{} for _ in CELL_SHIFTS])
        return before

    def end_thread(self, before):
        assert not self.thread[0]
        self.thread = before

    def tick(self):
        self.time += 1
        if self.time > self.budget:
            raise TooLong()
        return self.time

    def enter(self, scope, group=None, args=None):
        stack = self.thread[0]
        a = Activation(scope, self.tick(), group)
        a.args = args or {}
        if group is not None:
            chain = 0
            for below in reversed(stack):
                if below.group == group:
                    chain += 1
                    below.depth = max(below.depth, chain)
            a.outermost = not chain
        stack.append(a)
        return a

    def leave(self, a):
        assert self.thread[0].pop() is a
        t = self.tallies.setdefault(a.scope, ScopeTally())
        t.calls += 1
        t.iterations += a.iterations
        t.entered += a.iterations > 0
        t.outermost += a.outermost
        for k, n in enumerate(a.rms):
            t.rms[k][n] = t.rms[k].get(n, 0) + 1
        t.input[a.input] = t.input.get(a.input, 0) + 1
        if a.group is not None:
            t.depth[a.depth] = t.depth.get(a.depth, 0) + 1
        for name, value in a.args.items():
            if value < 0:
                t.negative_args += 1
            else:
                sizes = t.args.setdefault(name, {})
                sizes[value] = sizes.get(value, 0) + 1

    def leave_down_to(self, a):
        """Ends every activation above a (None: all), like longjmp and exit."""
        while self.thread[0] and self.thread[0][-1] is not a:
            self.leave(self.thread[0][-1])

    def access(self, obj, offset, size, is_read, checked=True):
        """One access. A copy of a whole structure is not checked, because padding has no value."""
        if offset < 0 or offset + size > obj.size or size < 0:
            raise OutOfBounds(f"{obj.name}[{offset}:{offset + size}] of {obj.size}")
        if is_read and checked and not all(obj.written[offset:offset + size]):
            raise OutOfBounds(f"{obj.name}[{offset}:{offset + size}] read before written")
        if not is_read:
            obj.written[offset:offset + size] = b"\1" * size
        if not size:
            return
        now = self.tick()
        self.bytes += size
        if self.bytes > 10 * self.budget:
            raise TooLong()
        stack, latest = self.thread
        zeroed = obj.zeroed[1] if obj.zeroed[0] is self.thread else 0
        for k in CELL_SHIFTS:
            seen = latest[k]
            for cell in range(offset >> k, (offset + size - 1 >> k) + 1):
                key = obj.number, cell
                before = seen.get(key, zeroed)
                if is_read:
                    for a in reversed(stack):
                        if a.begin < before:
                            break
                        a.rms[k] += 1
                seen[key] = now

    def read_int(self, obj, offset, size, signed):
        self.access(obj, offset, size, True)
        return int.from_bytes(obj.data[offset:offset + size], "little", signed=signed)

    def write_int(self, obj, offset, size, value):
        self.access(obj, offset, size, False)
        obj.data[offset:offset + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def read_pointer(self, obj, offset):
        self.access(obj, offset, 8, True)
        return obj.pointers[offset]

    def write_pointer(self, obj, offset, value):
        self.access(obj, offset, 8, False)
        obj.pointers[offset] = value

    def copy(self, to, to_offset, source, offset, size):
        """memcpy of integers, and of the pointers that are completely inside."""
        written = bytes(source.written[offset:offset + size])
        self.access(source, offset, size, True, checked=False)
        self.access(to, to_offset, size, False)
        to.written[to_offset:to_offset + size] = written
        to.data[to_offset:to_offset + size] = bytes(source.data[offset:offset + size])
        for at in [p for p in source.pointers if offset <= p <= offset + size - 8]:
            to.pointers[to_offset + at - offset] = source.pointers[at]

    def arrive(self, size):
        """Bytes reach the program."""
        for a in self.thread[0]:
            a.input += size

    def fill(self, obj, offset, size, byte):
        self.access(obj, offset, size, False)
        obj.data[offset:offset + size] = bytes([byte & 255]) * size

    def zero(self, obj):
        """A new zeroed object counts as written by the activation that it was allocated for."""
        obj.zeroed = self.thread, self.tick()
        obj.written = bytearray(b"\1" * obj.size)
