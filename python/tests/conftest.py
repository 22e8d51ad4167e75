import os
import sys
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "python"))


@pytest.fixture(autouse=True)
def in_the_examples():
    """Commands and notebooks name the traces of the examples."""
    before = os.getcwd()
    os.chdir(REPOSITORY / "examples")
    yield
    os.chdir(before)
