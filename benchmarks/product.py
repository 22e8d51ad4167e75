"""Runs Tracecast, as its launcher starts it, and measures what it took."""

import json
import os
import sys
from typing import NamedTuple

import exchange
import smpi

LAUNCHER = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "tracecast")

# Blue Gene/L as exchange.py's platform and smpi.py's settings "same" have it: a torus at any size, and no message that asks
# before a rendezvous, which SMPI does not simulate.
SAME = {"network.wrap": "torus", "mpi.rendezvous_handshake": "no"}


class Run(NamedTuple):
    cpu_seconds: float
    wall_seconds: float
    peak_bytes: int
    prediction: dict


def tracecast(*arguments):
    """Runs a command; (output, CPU seconds, wall seconds, peak resident bytes)."""
    return smpi.measured([LAUNCHER, *map(str, arguments)])


def generate_exchange(folder, shape, steps, message_bytes):
    """Writes a trace of the exchange; returns its path."""
    named = "x".join(map(str, shape))
    path = os.path.join(folder, f"exchange-{named}-{steps}.ctrace")
    tracecast("generate", "stencil:periodic", "--neighbours", "faces", "--shape", named,
              "--ranks", shape[0] * shape[1] * shape[2], "--steps", steps, "--bytes", message_bytes, "-o", path)
    return path


def predict(trace, engine, shape, figures=None, options=("--fast-forward", "off")):
    """Predicts on a Blue Gene/L of one shape; checks that every message was replayed."""
    report = trace + ".json"
    figures = {"network.shape": "x".join(map(str, shape)), **(figures or {})}
    sets = [f"--set={key}={value}" for key, value in figures.items()]
    _, cpu, wall, peak = tracecast("predict", trace, "--platform", "bluegene-l", "--engine", engine, *sets, *options, "--quiet", "--json", report)
    with open(report) as file:
        return Run(cpu, wall, peak, json.load(file))


def replay_exchange(trace, shape, steps):
    """The exchange on the simgrid engine under SAME."""
    run = predict(trace, "simgrid", shape, SAME)
    expected = exchange.messages(shape[0] * shape[1] * shape[2], steps)
    if run.prediction["messages"] != expected:
        sys.exit(f"error: found {run.prediction['messages']} messages replayed; expected {expected}")
    return run
