"""Runs all commands in one process of ``tracecast serve``."""

import atexit
import json
import os
import shutil
import subprocess
import threading
import warnings
from pathlib import Path

from .errors import OF_KIND, BugError, CommandMissingError, TracecastError, TracecastWarning


def launcher():
    """Returns the command's path: ``TRACECAST_COMMAND``, the clone with this package, or ``tracecast`` in the PATH."""
    clone = Path(__file__).resolve().parents[2] / "tracecast"
    chosen = os.environ.get("TRACECAST_COMMAND")
    if not chosen and clone.is_file():
        chosen = str(clone)
    found = shutil.which(chosen or "tracecast")
    if found is None:
        raise CommandMissingError(
            f"the command {chosen or 'tracecast'} was not found; install Tracecast (docs/install.md), and put its"
            " folder into PATH or its path into the variable TRACECAST_COMMAND"
        )
    return found


class Session:
    """Runs commands in a process, which is started again after an interruption or a change of the folder."""

    def __init__(self):
        self._process = None
        self._place = None
        self._number = 0
        self._lock = threading.Lock()

    def run(self, arguments, accepted=(0,)):
        """Runs one command and returns its standard output."""
        with self._lock:
            answer = self._ask([os.fspath(word) for word in arguments])
        for line in answer["errors"].splitlines():
            if line.startswith("warning: "):
                warnings.warn(line[len("warning: "):], TracecastWarning, stacklevel=4)
        if answer["exit_code"] not in accepted:
            error = answer.get("error", {"kind": "", "message": answer["errors"].strip()})
            kind = OF_KIND.get(error["kind"], TracecastError)
            message = answer["errors"] if kind is BugError and answer["errors"] else error["message"]
            raise kind(message, answer["exit_code"])
        return answer["output"]

    def close(self):
        """Ends the process; the next command starts a new process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            process.stdout.close()
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass  # the process had not read all of its input

    def _ask(self, arguments):
        place = (os.getpid(), os.getcwd())
        if self._process is not None and place != self._place:
            if place[0] == self._place[0]:
                self.close()
            self._process = None  # after a fork, the process belongs to the parent
        if self._process is None:
            self._start(place)
        self._number += 1
        bar = _Bar()
        try:
            self._process.stdin.write(json.dumps({"id": self._number, "arguments": arguments}) + "\n")
            self._process.stdin.flush()
            for line in self._process.stdout:
                answer = json.loads(line)
                if "progress" not in answer:
                    return answer
                bar.show(**answer["progress"])
        except BrokenPipeError:
            pass  # the process has ended, as reported below
        except BaseException:  # interrupted: a late answer would be taken for the next command's
            self.close()
            raise
        finally:
            bar.close()
        code = self._process.wait()
        self.close()
        raise CommandMissingError(f"the command {launcher()} ended with exit code {code}; run: tracecast doctor", code)

    def _start(self, place):
        self._process = subprocess.Popen(
            [launcher(), "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self._place = place


class _Bar:
    """Shows progress by tqdm if it is installed."""

    def __init__(self):
        self._bar = None

    def show(self, task, unit, done, total):
        if self._bar is None:
            try:
                from tqdm.auto import tqdm
            except ImportError:
                return
            self._bar = tqdm(desc=task, unit=" " + unit, total=total if total > 0 else None, leave=False)
        self._bar.update(done - self._bar.n)

    def close(self):
        if self._bar is not None:
            self._bar.close()


SESSION = Session()
atexit.register(SESSION.close)
