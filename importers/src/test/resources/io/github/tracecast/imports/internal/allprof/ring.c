#include <mpi.h>
#include <string.h>
#include <stdlib.h>
/* A ring of messages in each step, by requests, with sums between the steps. */
int main(int argc, char **argv) {
  int rank, size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double *in = calloc(40000, 8), *out = calloc(40000, 8), sum = 0, all;
  MPI_Datatype row;
  MPI_Type_contiguous(100, MPI_DOUBLE, &row);
  MPI_Type_commit(&row);
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  int next = (rank + 1) % size, before = (rank + size - 1) % size;
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < 40000; i++) out[i] = out[i] * 0.5 + in[i] + rank;
    MPI_Request r[2];
    MPI_Status s[2];
    MPI_Irecv(in, 4, row, before, 3, copy, &r[0]);
    MPI_Isend(out, 4, row, next, 3, copy, &r[1]);
    if (step % 3 == 0) {
      MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
    } else if (step % 3 == 1) {
      MPI_Wait(&r[0], &s[0]);
      MPI_Wait(&r[1], MPI_STATUS_IGNORE);
    } else {
      MPI_Waitall(2, r, s);
    }
    if (rank == 0) {
      MPI_Send(out, 30000, MPI_DOUBLE, size - 1, 4, MPI_COMM_WORLD);
    } else if (rank == size - 1) {
      MPI_Recv(in, 30000, MPI_DOUBLE, MPI_ANY_SOURCE, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    sum += out[0];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Sendrecv(out, 10, MPI_INT, next, 5, in, 10, MPI_INT, before, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Bcast(out, 50, MPI_FLOAT, 0, MPI_COMM_WORLD);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&copy);
  MPI_Type_free(&row);
  MPI_Finalize();
  return 0;
}
