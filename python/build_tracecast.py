"""Builds the wheel and the source archive of this folder (PEP 517). Each build gives the same bytes."""

import base64
import gzip
import hashlib
import io
import re
import tarfile
import zipfile
from pathlib import Path

HERE = Path(__file__).parent
VERSION = re.search(r'__version__ = "(.*)"', (HERE / "tracecast" / "__init__.py").read_text("utf-8")).group(1)
NAME = f"tracecast-{VERSION}"
INFO = f"{NAME}.dist-info"
METADATA = f"""\
Metadata-Version: 2.1
Name: tracecast
Version: {VERSION}
Summary: How long would this MPI program take on a machine that I do not have?
Home-page: https://github.com/tracecast/tracecast
License: Apache-2.0
Requires-Python: >=3.9
Provides-Extra: all
Requires-Dist: pandas; extra == "all"
Requires-Dist: matplotlib; extra == "all"
Requires-Dist: tqdm; extra == "all"

Tracecast's commands as functions. It needs the command tracecast, see docs/scripting.md there.
"""
WHEEL = "Wheel-Version: 1.0\nGenerator: build_tracecast\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
YEAR_1980 = (1980, 1, 1, 0, 0, 0)  # the earliest date that a zip file can hold


def _modules():
    return {f"tracecast/{file.name}": file.read_bytes() for file in sorted((HERE / "tracecast").glob("*.py"))}


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    files = _modules()
    files[f"{INFO}/METADATA"] = METADATA.encode()
    files[f"{INFO}/WHEEL"] = WHEEL.encode()
    record = f"{INFO}/RECORD"
    rows = []
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(content)}\n")
    files[record] = ("".join(rows) + f"{record},,\n").encode()
    wheel = f"{NAME}-py3-none-any.whl"
    with zipfile.ZipFile(Path(wheel_directory) / wheel, "w") as out:
        for name, content in files.items():
            entry = zipfile.ZipInfo(name, YEAR_1980)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            out.writestr(entry, content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    files = {name: (HERE / name).read_bytes() for name in ("pyproject.toml", "build_tracecast.py")}
    files.update(_modules())
    files["PKG-INFO"] = METADATA.encode()
    sdist = f"{NAME}.tar.gz"
    with open(Path(sdist_directory) / sdist, "wb") as to, gzip.GzipFile("", "wb", fileobj=to, mtime=0) as zipped:
        with tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as out:
            for name, content in files.items():
                entry = tarfile.TarInfo(f"{NAME}/{name}")
                entry.size = len(content)
                entry.mode = 0o644
                out.addfile(entry, io.BytesIO(content))
    return sdist
