"""Tells when other users of the processor slow a core down, and repeats such runs: a virtual machine on the other hardware thread halves
the speed of parallel instructions, and no time of the system shows it."""

import atexit
import functools
import os
import subprocess
import sys
import tempfile

MOST_SLOWED = 1.06
ATTEMPTS = 6

_times = []


def undisturbed(run, cores):
    """Calls `run` until none of these cores took more than 1.06 times as long as at full speed, six times at most. Returns the result of
    the run with the least slowed cores. Full speed is that of the fastest tenth of all runs so far. Repetitions are told on standard error."""
    attempts = []
    while True:
        result, times = probed(run, cores)
        _times.extend(times)
        attempts.append((max(times), result))
        full = fastest_tenth(_times)
        slowest, result = min(attempts, key=lambda attempt: attempt[0])
        if slowest <= MOST_SLOWED * full:
            return result
        if len(attempts) == ATTEMPTS:
            print(f"the run slowed by {slowest / full - 1:.0%} counts", file=sys.stderr, flush=True)
            return result
        told = ", ".join(f"core {core} by {time / full - 1:.0%}" for core, time in zip(cores, times))
        print(f"run {len(attempts)} of at most {ATTEMPTS} does not count, slowed by other users: {told}", file=sys.stderr, flush=True)


def fastest_tenth(times):
    """The slowest of the fastest tenth of probes."""
    return sorted(times)[len(times) // 10]


def probed(action, cores):
    """What an action returns, with the mean microseconds of core-probe.c on each of the cores meanwhile."""
    probe = subprocess.Popen([_program(), ",".join(map(str, cores))], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        result = action()
    finally:
        times = probe.communicate()[0]
    return result, [float(time) for time in times.split()]


@functools.cache
def _program():
    folder = tempfile.TemporaryDirectory(prefix="steady-")
    atexit.register(folder.cleanup)
    program = os.path.join(folder.name, "core-probe")
    source = os.path.join(os.path.dirname(os.path.realpath(__file__)), "core-probe.c")
    subprocess.run(["cc", "-O2", "-o", program, source, "-lpthread"], check=True)
    return program
