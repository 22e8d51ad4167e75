/* Processor time a call, in ns, of loops that do little else: barriers, and exchanges of a process with itself. Processor time, so that
   other load on the machine counts less. */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

enum { CALLS = 600000 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

__attribute__((noinline)) static double barriers(void) {
  double from = now();
  for (int i = 0; i < CALLS; i++) MPI_Barrier(MPI_COMM_SELF);
  return (now() - from) / CALLS;
}

__attribute__((noinline)) static double exchanges(void) {
  int in, out = 1;
  MPI_Request requests[2];
  double from = now();
  for (int i = 0; i < CALLS / 3; i++) {
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }
  return (now() - from) / CALLS;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double b = barriers(), e = exchanges();
  printf("%.0f %.0f\n", b, e);
  MPI_Finalize();
  return 0;
}
