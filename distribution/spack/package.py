# Spack recipe of Tracecast: puts the archive for Linux into Spack's store.
#   spack repo create my-packages && mkdir my-packages/packages/tracecast
#   cp distribution/spack/package.py my-packages/packages/tracecast/ && spack repo add my-packages
#   spack install --no-checksum tracecast
# The archive brings Java, SimGrid and their C library. MPI, by which programs are recorded, comes from Spack.
import platform

from spack.package import *


class Tracecast(Package):
    """Predicts how long an MPI program would take on another machine, from a compressed communication trace."""

    homepage = "https://github.com/tracecast/tracecast"
    url = f"https://github.com/tracecast/tracecast/releases/download/v0.1.0/tracecast-0.1.0-linux-{platform.machine()}.tar.gz"

    license("Apache-2.0")

    # distribution/archive.sh writes the sum of each archive beside it.
    version("0.1.0")

    depends_on("mpi", type="run")
    conflicts("platform=darwin")
    conflicts("platform=windows")
    requires("target=x86_64:", "target=aarch64:", policy="any_of", msg="There are archives for x86-64 and arm64.")

    def install(self, spec, prefix):
        which("cp")("-a", ".", prefix.opt)
        mkdirp(prefix.bin)
        symlink(join_path(prefix.opt, "tracecast"), join_path(prefix.bin, "tracecast"))
        # Makes the start-up cache, since users cannot write into Spack's store.
        Executable(join_path(prefix.bin, "tracecast"))("setup")
