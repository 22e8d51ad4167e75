/* Two sessions and no MPI_Init: a ring on all ranks, and a sum on those of the same parity. */
#include <mpi.h>

int main(void) {
  MPI_Session first, second;
  MPI_Group everyone, group;
  MPI_Comm all, half;
  int rank, ranks, sum = 0, total = 0;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &first);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &second);
  MPI_Group_from_session_pset(first, "mpi://WORLD", &everyone);
  MPI_Comm_create_from_group(everyone, "tracecast.all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &all);
  MPI_Comm_rank(all, &rank);
  MPI_Comm_size(all, &ranks);
  int same_parity[1][3] = {{rank % 2, rank % 2 + (ranks - 1 - rank % 2) / 2 * 2, 2}};
  MPI_Group_range_incl(everyone, 1, same_parity, &group);
  MPI_Comm_create_from_group(group, rank % 2 ? "tracecast.odd" : "tracecast.even", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &half);
  for (int i = 0; i < 40; i++) {
    int got;
    MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % ranks, 3, &got, 1, MPI_INT, (rank + ranks - 1) % ranks, 3, all, MPI_STATUS_IGNORE);
    MPI_Allreduce(&got, &total, 1, MPI_INT, MPI_SUM, half);
    sum += total;
  }
  MPI_Reduce(&sum, &total, 1, MPI_INT, MPI_SUM, 0, all);
  MPI_Group_free(&everyone);
  MPI_Group_free(&group);
  MPI_Comm_free(&all);
  MPI_Comm_free(&half);
  MPI_Session_finalize(&second);
  return MPI_Session_finalize(&first) == MPI_SUCCESS ? 0 : 1;
}
