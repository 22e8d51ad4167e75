import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from conftest import REPOSITORY

PYTHON = REPOSITORY / "python"


@pytest.fixture
def build(monkeypatch):
    monkeypatch.syspath_prepend(str(PYTHON))
    import build_tracecast
    return build_tracecast


def test_wheel_and_source_archive_are_the_same_bytes_each_time(build, tmp_path):
    built = []
    for folder in (tmp_path / "one", tmp_path / "two"):
        folder.mkdir()
        built.append([(folder / name).read_bytes() for name in (build.build_wheel(folder), build.build_sdist(folder))])
    assert built[0] == built[1]


def test_the_archives_hold_every_module(build, tmp_path):
    modules = {f"tracecast/{file.name}" for file in (PYTHON / "tracecast").glob("*.py")}
    assert modules < set(zipfile.ZipFile(tmp_path / build.build_wheel(tmp_path)).namelist())
    with tarfile.open(tmp_path / build.build_sdist(tmp_path)) as sources:
        assert {f"{build.NAME}/{module}" for module in modules} < set(sources.getnames())


def test_pip_installs_it_without_a_network(tmp_path):
    pytest.importorskip("pip", reason="SKIPPED: no pip (apt-get install python3-pip)")
    copy = tmp_path / "python"
    shutil.copytree(PYTHON, copy, ignore=shutil.ignore_patterns("tests", "__pycache__"))
    place = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--target", place, copy], check=True)
    shown = subprocess.run(
        [sys.executable, "-c", "import tracecast; print(tracecast.__version__)"],
        cwd=tmp_path, env={"PYTHONPATH": str(place), "PATH": "/usr/bin:/bin"}, capture_output=True, text=True, check=True)
    assert shown.stdout == "0.1.0.dev0\n"
