/* A plugin for opener.c. Without its symbols, the name of one function that calls MPI is gone. */
#include <mpi.h>
#include <stddef.h>

static int hidden(int steps);
static int (*volatile chosen)(int) = hidden;

int start(void) { return MPI_Init(NULL, NULL); }

int stop(void) { return MPI_Finalize(); }

int work(int steps) { return MPI_Barrier(MPI_COMM_WORLD) + chosen(steps); }

static int hidden(int steps) {
  int sum = 0;
  return MPI_Allreduce(&steps, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}
