"""Fifteen programs that others wrote: builds each from its public source under Open MPI and MPICH, records it with --verify, predicts it on
every machine of the catalogue, maps it to bluegene-l, and extrapolates it to 64 ranks where its grid allows. Prints the table of docs/record.md:
sizes of the traces, whether they are equal to the calls kept one by one, how many machines predict the program, the fastest mapping and what it
saves, and whether the trace for 64 ranks is predicted.

The folder of sources holds each repository under its own name (SOURCES); whatever is missing or cannot be built is said in its row.
TRACECAST names another launcher, BUILT a folder that keeps what was built.
"""
import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LAUNCHER = os.environ.get("TRACECAST", str(ROOT / "tracecast"))
MPIS = ("openmpi", "mpich")
SECONDS = 900
# Ranks that wait leave the processor to others: most machines have fewer cores than these programs have ranks.
YIELD = {"OMPI_MCA_mpi_yield_when_idle": "1", "MPIR_CVAR_POLLS_BEFORE_YIELD": "1"}
PRK = ("(cd MPI1/{0} && $CC -O2 -DVERBOSE=0 -DRESTRICT_KEYWORD=0 -DRADIUS=2 -DLOOPGEN=0 -DDOUBLE=1 -DSTAR=1 -DMPI -I../../include"
       " -o {1} *.c ../../common/MPI_bail_out.c ../../common/wtime.c ../../common/random_draw.c -lm)")
FORTRAN = "'-O2 -fallow-argument-mismatch'"
CLOVER = """*clover
 state 1 density=0.2 energy 1.0
 state 2 density=1.0 energy=2.5 geometry=rectangle xmin=0.0 xmax=5.0 ymin=0.0 ymax=2.0
 x_cells=48
 y_cells=48
 xmin=0.0
 ymin=0.0
 xmax=10.0
 ymax=10.0
 initial_timestep=0.04
 timestep_rise=1.5
 max_timestep=0.04
 end_step=10
*endclover
"""
SNAP = """! small run
&invar
  npey=2 npez=2 nthreads=1 ichunk=4
  ndimen=3 nx=8 ny=8 nz=8 lx=0.8 ly=0.8 lz=0.8
  nmom=2 nang=8 ng=4 epsi=1.0E-4 iitm=3 oitm=5 timedep=1 tf=0.2 nsteps=2
  mat_opt=1 src_opt=1
/
"""

# The second and third recording of programs whose ranks are a cube.
CUBES = (8, 27)
# Those of IMB, without its benchmark of two ranks and without those of some ranks.
RINGS = (8, 12, 16)


def side(ranks):
    return round(ranks ** (1 / 3))


# name: folder of the source, build, folder of the run, ranks, command by ranks, more ranks from which 64 are extrapolated, or why they are not
PROGRAMS = {
    "CoMD": ("CoMD", "cd src-mpi && cp Makefile.vanilla Makefile && make CC=$CC OPTFLAGS=-O2", ".", 4,
             lambda n: f"bin/CoMD-mpi -i {n // 2} -j 2 -k 1 -x {5 * n} -y 20 -z 10 -N 10", (8, 16)),
    "CloverLeaf": ("CloverLeaf_ref", f"make COMPILER=GNU MPI_COMPILER=$F90 C_MPI_COMPILER=$CC OMP_GNU= FLAGS_GNU={FORTRAN} CFLAGS_GNU=-O2",
                   ".", 4, lambda n: "./clover_leaf", (8, 16)),
    "SNAP": ("SNAP", f"cd src && make FORTRAN=$F90 OPENMP=no FFLAGS={FORTRAN}", "src", 4, lambda n: "./gsnap in out", "requests differ"),
    "miniAMR": ("miniAMR", "cd ref && make CC=$CC LD=$CC CFLAGS=-O2", "ref", 4,
                lambda n: "./miniAMR.x --nx 4 --ny 4 --nz 4 " + (
                    "--npx 2 --npy 2 --npz 1 --num_tsteps 5 --num_vars 4" if n == 4
                    else "--npx {0} --npy {0} --npz {0} --num_tsteps 3 --num_vars 2 --num_refine 0".format(side(n))), CUBES),
    "miniFE": ("miniFE", "cd ref/src && make CXX=$CXX CC=$CC LINK=$CXX CFLAGS=-O2 CXXFLAGS=-O2", "ref/src", 4,
               lambda n: "./miniFE.x nx=12 ny=12 nz=12", "ranks by bisection"),
    "Quicksilver": ("Quicksilver", "cd src && make CXX=$CXX CXXFLAGS='-O1 -DHAVE_MPI' CPPFLAGS=-DHAVE_MPI LDFLAGS= LDLIBS=", "src", 4,
                    lambda n: "./qs -X 8 -Y 8 -Z 4 -x 8 -y 8 -z 4 -I 2 -J 2 -K 1 -n 400 -N 3" if n == 4
                    else "./qs -X {1} -Y {1} -Z {1} -x {2} -y {2} -z {2} -I {0} -J {0} -K {0} -n {3} -N 2".format(
                        side(n), 4 * side(n), 2 * side(n), {2: 400}.get(side(n), 800)), CUBES),
    "PRK p2p": ("Kernels", PRK.format("Synch_p2p", "p2p"), "MPI1/Synch_p2p", 4, lambda n: "./p2p 10 160 160", (8, 16)),
    "PRK PIC": ("Kernels", PRK.format("PIC-static", "pic"), "MPI1/PIC-static", 4, lambda n: "./pic 10 64 1000 1 2 GEOMETRIC 0.99", "sizes follow particles"),
    "PRK AMR": ("Kernels", PRK.format("AMR", "amr"), "MPI1/AMR", 4, lambda n: "./amr 20 100 20 2 5 2 2 FINE_GRAIN 1", "lists of all ranks"),
    "IMB": ("mpi-benchmarks", "cd src_c && make TARGET=MPI1 CC=$CC CFLAGS=-O2", "src_c", 4,
            lambda n: "./IMB-MPI1 -iter 5 -msglog 0:12 " + ("PingPong" if n == 4 else f"-npmin {n}")
            + " Sendrecv Allreduce Bcast Alltoall", RINGS),
    "IOR": ("ior", "./bootstrap && ./configure MPICC=$CC CC=$CC && make -C src ior", "src", 4,
            lambda n: "./ior -a MPIIO -b 256k -t 64k -s 2 -o ior.data", "groups"),
    "LULESH": ("LULESH", "make CXX=\"$CXX -DUSE_MPI=1\" SERCXX=$CXX MPICXX=\"$CXX -DUSE_MPI=1\" CXXFLAGS='-O2 -I.' LDFLAGS=", ".", 8,
               lambda n: "./lulesh2.0 -s 6 -i 10", (27,)),
    "HPCG": ("hpcg", "mkdir b && cd b && cmake -DHPCG_ENABLE_MPI=ON -DCMAKE_BUILD_TYPE=Release -DMPI_CXX_COMPILER=$CXX"
                     " -DCMAKE_CXX_COMPILER=$CXX .. && make", "b", 4, lambda n: "./xhpcg 16 16 16 1", CUBES),
    "AMG": ("AMG", "make CC=$CC INCLUDE_CFLAGS='-O2 -DTIMER_USE_MPI -DHYPRE_HOPSCOTCH -DHYPRE_BIGINT' INCLUDE_LFLAGS=-lm", "test", 4,
            lambda n: "./amg -P 2 2 1 -n 8 8 8", "probes differ"),
    "NAS LU": ("nas-parallel-benchmarks/NPB3.4-MPI",
               f"sed -e 's/^MPIFC.*/MPIFC = '$F90/ -e 's/^MPICC.*/MPICC = '$CC/ -e 's/^FFLAGS.*/FFLAGS = -O2 -fallow-argument-mismatch/'"
               " config/make.def.template > config/make.def && mkdir -p bin && make lu CLASS=S", ".", 4, lambda n: "bin/lu.S.x", "too small"),
}


def shell(command, folder, **more):
    return subprocess.run(["sh", "-c", command], cwd=folder, env={**os.environ, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, errors="replace", timeout=SECONDS)


def tracecast(*arguments, folder=None):
    run = subprocess.run([LAUNCHER, *map(str, arguments)], cwd=folder, env={**os.environ, **YIELD}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                         errors="replace", timeout=SECONDS)
    return run.returncode, run.stdout, run.stderr


def failed(what, run):
    """Says in full what went wrong; in the table stands the exit code."""
    code, out, err = run
    print(f"{what}: exit code {code}\n{out[-2000:]}{err[-4000:]}", file=sys.stderr, flush=True)
    return f"exit code {code}"


def built(name, mpi, sources, work):
    """The folder of the program's build, or None."""
    source, build = PROGRAMS[name][:2]
    folder = work / mpi / name.replace(" ", "-").lower()
    if not folder.exists():
        if not (sources / source).is_dir():
            return None
        shutil.copytree(sources / source, folder, symlinks=True)
        run = shell(build, folder, CC=f"mpicc.{mpi}", CXX=f"mpicxx.{mpi}", F90=f"mpif90.{mpi}")
        if run.returncode:
            (folder.parent / (folder.name + ".log")).write_text(run.stdout)
            shutil.rmtree(folder)
            return None
    run_in = folder / PROGRAMS[name][2]
    if name == "CloverLeaf":
        (run_in / "clover.in").write_text(CLOVER)
    if name == "SNAP":
        (run_in / "in").write_text(SNAP)
    return run_in


def record(name, mpi, ranks, folder, trace):
    launcher = [f"mpirun.{mpi}", "-n", ranks] + (["--oversubscribe", "--allow-run-as-root"] if mpi == "openmpi" else [])
    words = PROGRAMS[name][4](ranks).split()
    run = tracecast("record", "--force", "--verify", "--counter", "cpu-time", "-o", trace, "--", *launcher, *words, folder=folder)
    return "equal" if run[0] == 0 and trace.exists() else failed(f"{name}, {mpi}, {ranks} ranks", run)


@functools.cache
def catalogue():
    return [line.split()[0] for line in tracecast("platforms")[1].splitlines() if line[:1].strip()]


def machines(trace):
    """How many machines predict the trace, and of how many."""
    names = catalogue()
    run = tracecast("sweep", trace, "--engine", "flows", "--vary", "platform=" + ",".join(names), "--json", "-")
    if run[0]:
        return failed(f"sweep of {trace.name}", run)
    points = json.loads(run[1])["points"]
    return f"{sum(point.get('predicted_seconds') is not None for point in points)} of {len(names)}"


def mapped(trace):
    """The fastest mapping, and what it saves."""
    run = tracecast("map", trace, "--platform", "bluegene-l", "--quiet", "--json", "-")
    if run[0]:
        return failed(f"map of {trace.name}", run)
    mappings = json.loads(run[1])["mappings"]
    own = next(one for one in mappings if "default" in [one["mapping"], *one["same_as"]])
    best = mappings[0]
    saved = 1 - best["predicted_seconds"] / own["predicted_seconds"]
    return f"{best['mapping']}, {saved:.1%}" if saved >= 0.0005 else "default"


def extrapolated(name, mpi, folder, first, work):
    sizes = PROGRAMS[name][5]
    if isinstance(sizes, str):
        return sizes
    traces = [] if sizes in (CUBES, RINGS) else [first]
    for ranks in sizes:
        trace = work / f"{folder.parent.name}-{folder.name}.{ranks}.ctrace"
        if record(name, mpi, ranks, folder, trace) != "equal":
            return f"not recorded on {ranks}"
        traces.append(trace)
    return larger(work, traces)


def larger(work, traces):
    """Whether there is a trace for 64 ranks that can be predicted."""
    out = work / "64.ctrace"
    run = tracecast("extrapolate", "--ranks", 64, "--force", "--quiet", "-o", out, *traces)
    if run[0] == 0:
        run = tracecast("predict", out, "--platform", "bluegene-l", "--quiet")
    return failed(f"extrapolation of {traces[0].name}", run) if run[0] else "yes"


def row(name, sources, work):
    ranks = PROGRAMS[name][3]
    sizes, checks, first = [], [], None
    for mpi in MPIS:
        folder = built(name, mpi, sources, work)
        if folder is None:
            sizes.append("-")
            checks.append("not built")
            continue
        trace = work / f"{mpi}-{name.replace(' ', '-').lower()}.ctrace"
        checks.append(record(name, mpi, ranks, folder, trace))
        sizes.append(f"{trace.stat().st_size:,}" if checks[-1] == "equal" else "-")
        if checks[-1] == "equal" and first is None:
            first = (mpi, folder, trace)
    if first is None:
        return [name, ranks, "-", *sizes, " / ".join(dict.fromkeys(checks)), "-", "-", "-"]
    mpi, folder, trace = first
    _, out, _ = tracecast("info", trace, "--json", "-")
    calls = json.loads(out)["mpi_calls"]
    return [name, ranks, f"{calls:,}", *sizes, " / ".join(dict.fromkeys(checks)), machines(trace), mapped(trace),
            extrapolated(name, mpi, folder, trace, work)]


def table(sources, names):
    print("| program | ranks | calls | Open MPI, B | MPICH, B | with each call | machines | fastest mapping | to 64 ranks |")
    print("| --- | ---: | ---: | ---: | ---: | --- | --- | --- | --- |")
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(os.environ.get("BUILT", temporary))
        for name in names or PROGRAMS:
            try:
                cells = row(name, sources.resolve(), work)
            except subprocess.TimeoutExpired as e:
                cells = [name, PROGRAMS[name][3], f"over {e.timeout} s", "-", "-", "-", "-", "-", "-"]
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
