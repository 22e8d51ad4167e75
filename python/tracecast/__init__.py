"""Tracecast's commands as functions: how long would this MPI program take on another machine?

A setting is an option of the command: ``predict(trace, "cluster", compute_scale=0.5)`` is
``tracecast predict TRACE --platform cluster --compute-scale 0.5``. A dictionary gives its option once for each key:
``set={"network.link_bandwidth": "2GBps"}``. Members of results have the names of the command's JSON.
"""

import json
import os
import shlex
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .errors import (
    BugError,
    CommandMissingError,
    EngineMissingError,
    FileError,
    MachineError,
    OutOfMemoryError,
    RecordError,
    ReplayError,
    TraceError,
    TracecastError,
    TracecastWarning,
    UsageError,
)
from .results import Comparison, Fit, Info, Machine, Prediction, Ranking, Result, Sensitivity, Sweep
from .session import SESSION, launcher

__version__ = "0.1.0.dev0"

_SOME_POINTS_FAILED = 3


def predict(trace, platform, engine="flows", **settings):
    """Predicts one run. Engine ``simgrid`` gives the same times, but each prediction starts a process."""
    return Prediction(_run("predict", trace, platform=platform, engine=engine, **settings))


def sweep(trace, platform=None, vary=None, **settings):
    """Predicts a trace at many points: ``vary={"network.link_bandwidth": ["1GBps", "2GBps"]}``.

    A point that cannot be predicted has the member ``failure`` with the reason.
    """
    traces = trace if isinstance(trace, (list, tuple)) else [trace]
    return Sweep(_run("sweep", *traces, platform=platform, vary=vary, accepted=(0, _SOME_POINTS_FAILED), **settings))


def compare(first, second, other=None, engine="flows", **settings):
    """Compares two predictions, or a trace on two machines: ``compare(trace, "cluster", "bluegene-l")``."""
    if not isinstance(first, Prediction):
        return Comparison(_run("compare", first, platform=second, with_=other, engine=engine, **settings))
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, prediction in (("a.json", first), ("b.json", second)):
            files.append(os.path.join(folder, name))
            Path(files[-1]).write_text(json.dumps(prediction._members), "utf-8")
        return Comparison(_run("compare", *files, **settings))


def sensitivity(trace, platform, **settings):
    """Returns the parts of a predicted time, and how much slower each part of the machine may become."""
    return Sensitivity(_run("sensitivity", trace, platform=platform, **settings))


def map(trace, platform, **settings):
    """Predicts mappings of ranks to nodes, and sorts them by predicted time."""
    return Ranking(_run("map", trace, platform=platform, **settings))


def fit(measurements, platform, **settings):
    """Fits a machine's figures to measurements; ``output`` names the fitted machine file."""
    return Fit(_run("fit", measurements, platform=platform, **settings))


def info(trace):
    """Describes a trace: its ranks, events, calls and messages."""
    return Info(_run("info", trace))


def platforms():
    """Returns the machines of the catalogue."""
    return Result(_run("platforms"))["platforms"]


def platform(name):
    """Returns the figures of one machine, and their sources."""
    return Machine(_run("platforms", name))


def record(command, output="recorded.ctrace", **settings):
    """Runs an MPI program, such as ``"mpirun -n 4 ./app"``, and returns :func:`info` of the recorded trace."""
    words = shlex.split(command) if isinstance(command, str) else [os.fspath(word) for word in command]
    ended = subprocess.run([launcher(), "record", "-o", os.fspath(output), *_options(settings), "--", *words])
    if ended.returncode != 0:
        raise RecordError(f"{shlex.join(words)} ended with exit code {ended.returncode}", ended.returncode)
    return info(output)


def close():
    """Ends the process that runs the commands; the next call starts a new process."""
    SESSION.close()


def _run(command, *operands, accepted=(0,), **settings):
    words = [command, *(os.fspath(operand) for operand in operands), *_options(settings), "--json", "-"]
    return json.loads(SESSION.run(words, accepted))


def _options(settings):
    words = []
    for name, value in settings.items():
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is None or value is False:
            continue
        if value is True:
            words.append(option)
        elif isinstance(value, Mapping):
            for key, item in value.items():
                words += [option, f"{key}={_text(item)}"]
        elif isinstance(value, (list, tuple)):
            for item in value:
                words += [option, _text(item)]
        else:
            words += [option, _text(value)]
    return words


def _text(value):
    return ",".join(_text(item) for item in value) if isinstance(value, (list, tuple)) else str(value)


__all__ = [
    name for name, value in list(globals().items())
    if not name.startswith("_") and getattr(value, "__module__", "").startswith("tracecast")
]
