"""Results of commands: the JSON of a command, whose tables can become data frames of pandas."""

from collections.abc import Mapping


def _wrapped(value):
    if isinstance(value, dict):
        return Result(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value


class Result(Mapping):
    """A JSON object. ``result.ranks`` and ``result["ranks"]`` are the same; ``dict(result)`` has all members."""

    #: The names of the tables for :meth:`to_frame`; the first is the default.
    TABLES = ()

    def __init__(self, members):
        self._members = members

    def __getattr__(self, name):
        if not name.startswith("_") and name in self._members:
            return _wrapped(self._members[name])
        raise AttributeError(f"{type(self).__name__} has no {name}; it has {', '.join(self._members)}")

    def __getitem__(self, name):
        return _wrapped(self._members[name])

    def __iter__(self):
        return iter(self._members)

    def __len__(self):
        return len(self._members)

    def __dir__(self):
        return [*super().__dir__(), *self._members]

    def __reduce__(self):
        return type(self), (self._members,)

    def __repr__(self):
        shown = [f"{name}={value!r}" for name, value in self._members.items() if not isinstance(value, (dict, list))]
        return f"{type(self).__name__}({', '.join(shown[:6])}{', ...' if len(shown) > 6 else ''})"

    def to_frame(self, table=None):
        """Returns a table as pandas.DataFrame; for a result without tables, one row with all its members."""
        import pandas

        if table is None and not self.TABLES:
            return pandas.json_normalize(self._members)
        name = table or self.TABLES[0]
        rows = self._members.get(name)
        if isinstance(rows, dict):
            rows = [{"name": key, "value": value} for key, value in rows.items()]
        if not isinstance(rows, list):
            raise KeyError(f"found table {name}; expected one of {', '.join(self.TABLES)}")
        return pandas.json_normalize(rows)


class Prediction(Result):
    TABLES = ("by_call_site", "by_rank", "links", "skipped")

    def to_hatchet(self):
        """Returns the call sites as hatchet.GraphFrame: a tree of callers with MPI calls as leaves."""
        import hatchet

        return hatchet.GraphFrame.from_literal(self.call_tree())

    def call_tree(self):
        """Returns the tree of call sites as a literal of Hatchet, which need not be installed."""
        roots = {}
        for site in self._members["by_call_site"]:
            path = [*reversed(site["name"].split(" < ")), site["call"]]
            level = roots
            for depth, name in enumerate(path):
                kind = "MPI" if depth == len(path) - 1 else "function"
                node = level.setdefault((name, kind), {
                    "frame": {"name": name, "type": kind},
                    "metrics": {"time": 0.0, "time (inc)": 0.0, "waiting_seconds": 0.0, "calls": 0},
                    "children": {},
                })
                node["metrics"]["time (inc)"] += site["seconds"]
                node["metrics"]["waiting_seconds"] += site["waiting_seconds"]
                node["metrics"]["calls"] += site["calls"]
                level = node["children"]
            node["metrics"]["time"] += site["seconds"]
        return _listed(roots)


def _listed(level):
    return [{**node, "children": _listed(node["children"])} for node in level.values()]


class Sweep(Result):
    TABLES = ("points", "axes")


class Comparison(Result):
    TABLES = ("by_call_site", "ranks_moved", "setup")


class Sensitivity(Result):
    TABLES = ("tolerances", "derivatives_seconds", "critical_path_seconds")


class Ranking(Result):
    TABLES = ("mappings",)


class Fit(Result):
    TABLES = ("figures", "measurements", "not_predicted")


class Info(Result):
    TABLES = ("calls", "message_sizes", "message_pairs")


class Machine(Result):
    TABLES = ("figures",)

    def to_frame(self, table=None):
        import pandas

        frame = pandas.DataFrame.from_dict(self._members["figures"], orient="index")
        return frame.rename_axis("figure").reset_index()
