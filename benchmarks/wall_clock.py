"""Programs on some ranks of this machine: plain runs by the wall clock, and predictions of their recordings."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRACECAST = ROOT / "tracecast"

# Fortran's bindings call MPI_Init or PMPI_Init, by MPI and version.
WALL_CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static double begin;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int init(int *argc, char ***argv) {
  int (*next)(int *, char ***) = (int (*)(int *, char ***))dlsym(RTLD_NEXT, "PMPI_Init");
  int result = next(argc, argv);
  begin = now();
  return result;
}

static int init_thread(int *argc, char ***argv, int required, int *provided) {
  int (*next)(int *, char ***, int, int *) = (int (*)(int *, char ***, int, int *))dlsym(RTLD_NEXT, "PMPI_Init_thread");
  int result = next(argc, argv, required, provided);
  begin = now();
  return result;
}

static int finalize(void) {
  double end = now();
  char path[4096];
  snprintf(path, sizeof path, "%s/%d", getenv("WALL_CLOCK"), (int)getpid());
  FILE *file = fopen(path, "w");
  fprintf(file, "%.9f %.9f\n", begin, end);
  fclose(file);
  return ((int (*)(void))dlsym(RTLD_NEXT, "PMPI_Finalize"))();
}

int MPI_Init(int *argc, char ***argv) { return init(argc, argv); }
int PMPI_Init(int *argc, char ***argv) { return init(argc, argv); }
int MPI_Init_thread(int *argc, char ***argv, int r, int *p) { return init_thread(argc, argv, r, p); }
int PMPI_Init_thread(int *argc, char ***argv, int r, int *p) { return init_thread(argc, argv, r, p); }
int MPI_Finalize(void) { return finalize(); }
int PMPI_Finalize(void) { return finalize(); }
"""


class Chain:
    """Commands of one MPI. under stands before each command, for a quieter machine; each_rank before each rank, for a slower one. With sleeps,
    ranks of MPICH that wait leave their processor."""

    def __init__(self, mpi, work, under=(), each_rank=(), ranks=2, sleeps=False):
        self.under = under
        self.each_rank = each_rank
        self.ranks = ranks
        self.launcher = [f"mpirun.{mpi}", "-n", str(ranks)]
        self.mpicc = f"mpicc.{mpi}"
        self.work = work
        # Debian's Open MPI refuses root unless told twice, and more ranks than processors.
        self.environment = {
            **os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"
        }
        source = work / "wallclock.c"
        source.write_text(WALL_CLOCK)
        self.clock = work / "wallclock.so"
        self.run(["cc", "-O2", "-fPIC", "-shared", "-o", self.clock, source, "-ldl"])
        if sleeps:
            library = work / "mpich-wait.so"
            self.run(["cc", "-O2", "-fPIC", "-shared", "-o", library, ROOT / "benchmarks" / "mpich-wait.c", "-ldl"])
            self.environment["LD_PRELOAD"] = str(library)

    def run(self, command, **environment):
        done = subprocess.run([*self.under, *command], capture_output=True, text=True, env={**self.environment, **environment})
        if done.returncode != 0:
            sys.exit(f"error: {' '.join(map(str, command))} ended with {done.returncode}:\n{done.stderr}")
        return done.stdout

    def calibrate(self, platform):
        self.run([TRACECAST, "calibrate", "--force", "-o", platform, "--", *self.launcher, *self.each_rank])

    def plain(self, *program):
        """Seconds from the last return from MPI_Init to the last call of MPI_Finalize."""
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            preloaded = ":".join(filter(None, [str(self.clock), self.environment.get("LD_PRELOAD")]))
            self.run([*self.launcher, *self.each_rank, *program], LD_PRELOAD=preloaded, WALL_CLOCK=folder)
            times = [tuple(map(float, file.read_text().split())) for file in pathlib.Path(folder).iterdir()]
        if len(times) != self.ranks:
            sys.exit(f"error: found {len(times)} ranks that told their times in {program[0]}; expected {self.ranks}")
        return max(end for _, end in times) - max(begin for begin, _ in times)

    def predict(self, trace, platform, engine, deltas, figures=()):
        """Seconds that predict says, with other figures of the platform, by key."""
        changed = [f"--set={key}={value}" for key, value in dict(figures).items()]
        report = self.run(
            [TRACECAST, "predict", trace, "--platform", platform, "--engine", engine, "--deltas", deltas, *changed, "--json", "-"]
        )
        return json.loads(report)["predicted_seconds"]


def spread(values):
    return 100 * (max(values) - min(values)) / statistics.median(values)
