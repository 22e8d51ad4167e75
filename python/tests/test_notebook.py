import json
from pathlib import Path

import pytest


def test_the_notebook_runs(monkeypatch):
    """Without Jupyter: its code cells one after the other, as one program."""
    pytest.importorskip("pandas", reason="SKIPPED: no pandas (apt-get install python3-pandas)")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    try:
        import matplotlib  # noqa: F401
        plots = True
    except ImportError:
        plots = False
    notebook = json.loads(Path("heat.ipynb").read_text("utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names = {}
    for cell in cells:
        if plots or ".plot(" not in cell:
            exec(compile(cell, "heat.ipynb", "exec"), names)
    seconds = names["points"]["predicted_seconds"]
    assert len(seconds) == 6
    assert seconds.is_monotonic_decreasing
    if not plots:
        pytest.skip("SKIPPED: no matplotlib (apt-get install python3-matplotlib), so the notebook's plot was not drawn")
