"""Repeats runs while other users of the processor slow a core down: a virtual machine on the other hardware thread halves the speed of
parallel instructions, and no time of the system shows it."""

import os
import statistics
import subprocess
import sys
import tempfile

MOST_SLOWED = 1.06
ATTEMPTS = 6

# Prints the microseconds of a loop with many parallel instructions, every 40 ms.
PROBE = r"""
#include <stdio.h>
#include <time.h>
#include <unistd.h>
static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); return 1e6 * t.tv_sec + 1e-3 * t.tv_nsec; }
int main(void) {
  static unsigned char bytes[1 << 14];
  volatile unsigned sink = 0;
  for (int i = 0; i < 1 << 14; i++) bytes[i] = i * 7;
  for (;; usleep(40000)) {
    double least = 1e9;
    for (int k = 0; k < 3; k++) { // interrupts do not hit each of these
      double begin = now();
      unsigned hash = 0;
      for (int r = 0; r < 16; r++)
        for (int i = 0; i < 1 << 14; i++) { unsigned x = bytes[i]; if (x < '0') hash = hash * 31 + x; else hash ^= x << (i & 7); }
      sink += hash;
      if (now() - begin < least) least = now() - begin;
    }
    printf("%f\n", least);
    fflush(stdout);
  }
}
"""


def undisturbed(run, cores):
    """Calls `run` until none of these cores took more than 1.06 times as long as at full speed, six times at most. Returns the result of
    the run with the least slowed cores. Full speed is the fastest tenth of all probes so far. Repetitions are told on standard error."""
    attempts = []
    while len(attempts) < ATTEMPTS and (not attempts or min(slow for slow, _ in attempts) > MOST_SLOWED):
        result, slowed = _slowed(run, cores)
        attempts.append((max(slowed.values()), result))
        if attempts[-1][0] > MOST_SLOWED:
            told = ", ".join(f"core {core} by {slow - 1:.0%}" for core, slow in slowed.items())
            print(f"run {len(attempts)} of at most {ATTEMPTS} does not count, slowed by other users: {told}", file=sys.stderr, flush=True)
    slow, result = min(attempts, key=lambda attempt: attempt[0])
    if slow > MOST_SLOWED:
        print(f"the run slowed by {slow - 1:.0%} counts", file=sys.stderr, flush=True)
    return result


_probes = []


def _slowed(run, cores):
    """The result of a run, and for each core the mean time of the probe beside its time at full speed."""
    with tempfile.TemporaryDirectory(prefix="steady-") as folder:
        program = os.path.join(folder, "probe")
        subprocess.run(["cc", "-O2", "-x", "c", "-", "-o", program], input=PROBE, text=True, check=True)
        outputs = {core: open(os.path.join(folder, str(core)), "w+", encoding="ascii") for core in cores}
        probes = [_pinned(program, core, output) for core, output in outputs.items()]
        try:
            result = run()
        finally:
            for probe in probes:
                probe.kill()
                probe.wait()
        times = {core: [float(line) for line in _lines(output)] for core, output in outputs.items()}
    _probes.extend(time for each in times.values() for time in each)
    full = statistics.quantiles(_probes, n=10)[0]
    return result, {core: statistics.mean(each) / full for core, each in times.items()}


def _pinned(program, core, output):
    probe = subprocess.Popen([program], stdout=output)
    os.sched_setaffinity(probe.pid, {core})
    try:
        os.sched_setscheduler(probe.pid, os.SCHED_FIFO, os.sched_param(50))
    except PermissionError:
        pass  # then the probe takes turns with the run, and its best of three still shows the core's speed
    return probe


def _lines(output):
    with output:
        output.seek(0)
        return [line for line in output if line.endswith("\n")]
