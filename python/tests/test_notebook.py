import json
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY


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


def test_the_first_program_of_the_docs_plots_a_sweep_in_ten_lines(monkeypatch, tmp_path):
    pytest.importorskip("pandas", reason="SKIPPED: no pandas (apt-get install python3-pandas)")
    pytest.importorskip("matplotlib", reason="SKIPPED: no matplotlib (apt-get install python3-matplotlib)")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    page = (REPOSITORY / "docs" / "scripting.md").read_text("utf-8")
    program = re.search(r"<!-- file: sweep.py -->\n```python\n(.*?)```", page, re.DOTALL).group(1)
    program = program.replace("# points.plot", "points.plot")
    picture = tmp_path / "sweep.png"
    monkeypatch.chdir(REPOSITORY)
    exec(compile(program.replace("sweep.png", str(picture)), "sweep.py", "exec"), {})
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert len(["pip install"] + [line for line in program.splitlines() if line]) <= 10
