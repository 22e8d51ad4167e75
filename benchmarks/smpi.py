"""Runs SMPI's replay and measures what it took."""

import os
import re
import subprocess
import sys
import time
from typing import NamedTuple

import exchange

# Costs of MPI's calls as Tracecast's bluegene-l has them: 1.4 us a send and a receive, rendezvous from 1000 B.
_CALLS = [
    "smpi/os:0:1.4e-6:0",
    "smpi/ois:0:1.4e-6:0",
    "smpi/or:0:1.4e-6:0",
    "smpi/async-small-thresh:1000",
    "smpi/send-is-detached-thresh:1000",
]

SETTINGS = {
    "defaults": [],  # of smpirun: the SMPI network model with its own factors, no costs of calls
    "network": exchange.PLAIN_NETWORK,  # the platform's own figures; free calls: SMPI at its fastest
    "same": exchange.PLAIN_NETWORK + _CALLS,  # what Tracecast simulates
}

# The fastest way to run it: no copies of the replayer's globals a rank, no line of log at a rank's end.
_FAST = ["-no-privatize", "--log=root.thres:critical", "--log=smpi_replay.thres:info", "--log=smpi_config.thres:critical"]


class Run(NamedTuple):
    cpu_seconds: float
    wall_seconds: float
    peak_bytes: int
    simulated_seconds: float


def measured(command, environment=None):
    """Runs a command to its end; (its output, CPU seconds with its children's, wall seconds, peak resident bytes)."""
    started = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"error: {' '.join(command)} ended with {process.returncode}:\n{output[-2000:]}")
    return output, usage.ru_utime + usage.ru_stime, time.monotonic() - started, usage.ru_maxrss * 1024


def replay(ranks, trace, machine, settings):
    """Replays a trace; the run's CPU seconds are user and system time of the whole process."""
    platform, hosts = machine
    command = ["smpirun", *_FAST, "-np", str(ranks), "-hostfile", hosts, "-platform", platform, "-replay", trace]
    command += [f"--cfg={setting}" for setting in settings]
    output, cpu, wall, peak = measured(command)
    simulated = re.findall(r"Simulation time ([0-9.eE+-]+)", output)
    if not simulated:
        sys.exit(f"error: found no simulation time in smpirun's output; expected SimGrid 4.0:\n{output[-2000:]}")
    return Run(cpu, wall, peak, float(simulated[-1]))
