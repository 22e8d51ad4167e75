"""The errors of commands. Their messages are those of the command."""


class TracecastError(Exception):
    """A command failed. ``exit_code`` is the command's exit code."""

    def __init__(self, message, exit_code=2):
        super().__init__(message)
        self.exit_code = exit_code


class UsageError(TracecastError):
    """A setting has a value that the command refuses."""


class TraceError(TracecastError):
    """A file is not a trace, or is damaged."""


class MachineError(TracecastError):
    """A machine does not exist, or its file has an error."""


class ReplayError(TracecastError):
    """The replay could not end, for example because it deadlocked."""


class EngineMissingError(TracecastError):
    """The engine is not installed."""


class FileError(TracecastError):
    """A file cannot be read or written."""


class OutOfMemoryError(TracecastError):
    """The input needs more memory than the command may take."""


class BugError(TracecastError):
    """A fault of Tracecast itself; please report it."""


class CommandMissingError(TracecastError):
    """The command ``tracecast`` was not found, or could not be started."""


class RecordError(TracecastError):
    """The recorded program failed. ``exit_code`` is the program's exit code."""


class TracecastWarning(UserWarning):
    """A warning of a command."""


OF_KIND = {
    "usage": UsageError,
    "trace": TraceError,
    "machine": MachineError,
    "replay": ReplayError,
    "engine": EngineMissingError,
    "file": FileError,
    "memory": OutOfMemoryError,
    "bug": BugError,
}
