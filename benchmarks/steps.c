/* Two ranks compute and exchange messages in pairs, for about a second. The name of the program says how: x300.x computes about 300 us on an
   AMD EPYC and exchanges 8 B, y300.x exchanges 64 KiB, and z300.x exchanges 64 KiB and twice 8 B. Built for benchmarks/shared-cores by mpicc -O1 -o x300.x steps.c. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { LOOPS_A_MICROSECOND = 3400, SMALL = 8, LARGE = 65536 };

static void compute(long loops) {
  volatile long at;
  for (long i = 0; i < loops; i++) {
    at = i;
  }
  (void)at;
}

static char out[LARGE], in[LARGE];

static void exchange(int bytes, int other) {
  MPI_Sendrecv(out, bytes, MPI_BYTE, other, 0, in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  char *slash = strrchr(argv[0], '/'), *name = slash ? slash + 1 : argv[0];
  double microseconds = atof(name + 1);
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int step = 0; step < (int)(0.8e6 / microseconds); step++) {
    compute(microseconds * LOOPS_A_MICROSECOND);
    exchange(name[0] == 'x' ? SMALL : LARGE, rank ^ 1);
    for (int i = 0; i < 2 && name[0] == 'z'; i++) {
      exchange(SMALL, rank ^ 1);
    }
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
