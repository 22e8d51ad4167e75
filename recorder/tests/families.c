/* Uses every call whose values a recording keeps, except the calls of others.c, on any number of ranks; prints a sum that recording
   must not change. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rank, size, right, left;
static long sum;
static int in[64], out[64];

static void modes(void) {
  char buffer[4096];
  MPI_Request requests[4];
  MPI_Status status;
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + 1, 1, MPI_INT, left, 2, MPI_COMM_WORLD, &requests[1]);
  MPI_Irecv(in + 2, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &requests[2]);
  MPI_Buffer_attach(buffer, sizeof buffer);
  out[0] = rank;
  MPI_Send(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
  MPI_Bsend(out, 1, MPI_INT, right, 2, MPI_COMM_WORLD);
  MPI_Rsend(out, 1, MPI_INT, right, 3, MPI_COMM_WORLD);
  MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
  MPI_Irecv(in + 1, 1, MPI_INT, left, 8, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(in + 2, 1, MPI_INT, left, 9, MPI_COMM_WORLD, &requests[1]);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Ibsend(out, 1, MPI_INT, right, 8, MPI_COMM_WORLD, &requests[2]);
  MPI_Irsend(out, 1, MPI_INT, right, 9, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  void *detached;
  int bytes;
  MPI_Buffer_detach(&detached, &bytes);
  sum += in[0] + in[1] + in[2];
  MPI_Irecv(in, 1, MPI_INT, left, 4, MPI_COMM_WORLD, &requests[0]);
  MPI_Ssend(out, 1, MPI_INT, right, 4, MPI_COMM_WORLD);
  MPI_Wait(&requests[0], &status);
  sum += status.MPI_SOURCE;
  MPI_Sendrecv(out, 2, MPI_INT, right, 5, in, 2, MPI_INT, left, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Sendrecv_replace(out, 1, MPI_INT, right, 6, left, 6, MPI_COMM_WORLD, &status);
  int up = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, down = rank > 0 ? rank - 1 : MPI_PROC_NULL;
  MPI_Sendrecv(out, 1, MPI_INT, up, 7, in, 1, MPI_INT, down, 7, MPI_COMM_WORLD, &status);
  sum += out[0];
}

/* Many sends that are over at once: MPI may give them all one handle. */
static void many(void) {
  MPI_Request requests[40];
  for (int step = 0; step < 25; step++) {
    for (int i = 0; i < 20; i++) MPI_Irecv(in + i, 1, MPI_INT, left, i, MPI_COMM_WORLD, &requests[i]);
    for (int i = 0; i < 20; i++) MPI_Isend(out + i, 1, MPI_INT, right, i, MPI_COMM_WORLD, &requests[20 + i]);
    MPI_Waitall(40, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Issend(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
  int done = 0, indices[4], count;
  while (!done) MPI_Testall(2, requests, &done, MPI_STATUSES_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
  for (int left_over = 2; left_over > 0; left_over -= count) {
    MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
  }
  MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Isend(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
  int index;
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
  sum += index == MPI_UNDEFINED;
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
  for (done = 0; !done;) MPI_Test(&requests[0], &done, MPI_STATUS_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
  for (done = 0; !done;) MPI_Testany(1, requests, &index, &done, MPI_STATUS_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
  for (count = 0; count == 0;) MPI_Testsome(1, requests, &count, indices, MPI_STATUSES_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD);
  for (done = 0; !done;) MPI_Request_get_status(requests[0], &done, MPI_STATUS_IGNORE);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Irecv(in, 1, MPI_INT, left, 99, MPI_COMM_WORLD, &requests[0]);
  MPI_Cancel(&requests[0]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Isend(out, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Request_free(&requests[0]);
}

static void persistent(void) {
  MPI_Request requests[2], other;
  MPI_Recv_init(in, 1, MPI_INT, left, 1, MPI_COMM_WORLD, &requests[0]);
  MPI_Send_init(out, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
  for (int i = 0; i < 12; i++) {
    MPI_Startall(2, requests);
    MPI_Ibarrier(MPI_COMM_WORLD, &other);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
  }
  MPI_Start(&requests[0]);
  MPI_Start(&requests[1]);
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  MPI_Request_free(&requests[0]);
  MPI_Request_free(&requests[1]);
}

static void persistent_modes(void) {
  char buffer[4096];
  MPI_Request requests[6];
  void *detached;
  int bytes;
  for (int i = 0; i < 3; i++) MPI_Recv_init(in + i, 1, MPI_INT, left, 20 + i, MPI_COMM_WORLD, &requests[i]);
  MPI_Bsend_init(out, 1, MPI_INT, right, 20, MPI_COMM_WORLD, &requests[3]);
  MPI_Ssend_init(out, 1, MPI_INT, right, 21, MPI_COMM_WORLD, &requests[4]);
  MPI_Rsend_init(out, 1, MPI_INT, right, 22, MPI_COMM_WORLD, &requests[5]);
  MPI_Buffer_attach(buffer, sizeof buffer);
  for (int i = 0; i < 4; i++) {
    MPI_Startall(3, requests);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Startall(3, requests + 3);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
  }
  MPI_Buffer_detach(&detached, &bytes);
  for (int i = 0; i < 6; i++) MPI_Request_free(&requests[i]);
}

/* Each wildcard has only one possible source, so that every run has the same matches. */
static void wildcards(void) {
  MPI_Status status;
  MPI_Request request;
  MPI_Message message;
  for (int i = 0; i < 3; i++) {
    MPI_Irecv(in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request);
    MPI_Send(out, 1, MPI_INT, right, 40 + i, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Isend(out, 1, MPI_INT, right, 50, MPI_COMM_WORLD, &request);
  MPI_Probe(MPI_ANY_SOURCE, 50, MPI_COMM_WORLD, &status);
  MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, 50, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 1, MPI_INT, right, 51, MPI_COMM_WORLD, &request);
  MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
  MPI_Mrecv(in, 1, MPI_INT, &message, &status);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 1, MPI_INT, right, 52, MPI_COMM_WORLD, &request);
  int found = 0;
  while (!found) MPI_Improbe(left, 52, MPI_COMM_WORLD, &found, &message, MPI_STATUS_IGNORE);
  MPI_Request receive;
  MPI_Imrecv(in, 1, MPI_INT, &message, &receive);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 1, MPI_INT, right, 53, MPI_COMM_WORLD, &request);
  for (found = 0; !found;) MPI_Iprobe(left, 53, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
  MPI_Recv(in, 1, MPI_INT, left, 53, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void collectives(MPI_Comm comm) {
  int n, me, counts[64], displacements[64];
  MPI_Datatype types[64];
  int all_in[64 * 4], all_out[64 * 4];
  MPI_Comm_size(comm, &n);
  MPI_Comm_rank(comm, &me);
  memset(all_out, 1, sizeof all_out);
  for (int i = 0; i < n; i++) {
    counts[i] = 1;
    displacements[i] = i;
    types[i] = MPI_INT;
  }
  MPI_Barrier(comm);
  MPI_Bcast(in, 3, MPI_INT, n - 1, comm);
  MPI_Reduce(out, in, 2, MPI_INT, MPI_MAX, 0, comm);
  MPI_Allreduce(out, in, 2, MPI_INT, MPI_SUM, comm);
  MPI_Allreduce(MPI_IN_PLACE, in, 2, MPI_INT, MPI_BOR, comm);
  MPI_Gather(out, 2, MPI_INT, me == 0 ? all_in : NULL, me == 0 ? 2 : -7, me == 0 ? MPI_INT : MPI_DATATYPE_NULL, 0, comm);
  MPI_Gatherv(out, 1, MPI_INT, all_in, me == 0 ? counts : NULL, me == 0 ? displacements : NULL, MPI_INT, 0, comm);
  MPI_Scatter(all_out, 2, MPI_INT, me == 0 ? MPI_IN_PLACE : in, 2, MPI_INT, 0, comm);
  MPI_Scatterv(all_out, me == 0 ? counts : NULL, displacements, MPI_INT, in, 1, MPI_INT, 0, comm);
  MPI_Allgather(out, 2, MPI_INT, all_in, 2, MPI_INT, comm);
  MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_in, 2, MPI_INT, comm);
  MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_in, counts, displacements, MPI_INT, comm);
  MPI_Alltoall(all_out, 2, MPI_INT, all_in, 2, MPI_INT, comm);
  MPI_Alltoallv(all_out, counts, displacements, MPI_INT, all_in, counts, displacements, MPI_INT, comm);
  MPI_Alltoallw(all_out, counts, displacements, types, all_in, counts, displacements, types, comm);
  MPI_Reduce_scatter(all_out, in, counts, MPI_INT, MPI_MIN, comm);
  MPI_Reduce_scatter_block(all_out, in, 2, MPI_INT, MPI_SUM, comm);
  MPI_Scan(out, in, 1, MPI_INT, MPI_SUM, comm);
  MPI_Exscan(out, in, 1, MPI_INT, MPI_SUM, comm);
  MPI_Request r[17];
  int work[17][64 * 4];
  MPI_Ibarrier(comm, &r[0]);
  MPI_Ibcast(work[1], 3, MPI_INT, 0, comm, &r[1]);
  MPI_Ireduce(out, work[2], 2, MPI_INT, MPI_PROD, 0, comm, &r[2]);
  MPI_Iallreduce(out, work[3], 2, MPI_INT, MPI_SUM, comm, &r[3]);
  MPI_Igather(out, 2, MPI_INT, work[4], 2, MPI_INT, 0, comm, &r[4]);
  MPI_Igatherv(out, 1, MPI_INT, work[5], counts, displacements, MPI_INT, 0, comm, &r[5]);
  MPI_Iscatter(all_out, 2, MPI_INT, work[6], 2, MPI_INT, 0, comm, &r[6]);
  MPI_Iscatterv(all_out, counts, displacements, MPI_INT, work[7], 1, MPI_INT, 0, comm, &r[7]);
  MPI_Iallgather(out, 2, MPI_INT, work[8], 2, MPI_INT, comm, &r[8]);
  MPI_Iallgatherv(out, 1, MPI_INT, work[9], counts, displacements, MPI_INT, comm, &r[9]);
  MPI_Ialltoall(all_out, 2, MPI_INT, work[10], 2, MPI_INT, comm, &r[10]);
  MPI_Ialltoallv(all_out, counts, displacements, MPI_INT, work[11], counts, displacements, MPI_INT, comm, &r[11]);
  MPI_Ialltoallw(all_out, counts, displacements, types, work[12], counts, displacements, types, comm, &r[12]);
  MPI_Ireduce_scatter(all_out, work[13], counts, MPI_INT, MPI_SUM, comm, &r[13]);
  MPI_Ireduce_scatter_block(all_out, work[14], 2, MPI_INT, MPI_SUM, comm, &r[14]);
  MPI_Iscan(out, work[15], 1, MPI_INT, MPI_SUM, comm, &r[15]);
  MPI_Iexscan(out, work[16], 1, MPI_INT, MPI_SUM, comm, &r[16]);
  MPI_Waitall(17, r, MPI_STATUSES_IGNORE);
  sum += in[0] + all_in[0];
}

static void neighbours(void) {
  MPI_Comm grid, graph;
  int dimensions[1] = {size}, periods[1] = {1}, send[2] = {rank, rank}, receive[2], counts[2] = {1, 1}, places[2] = {0, 1};
  MPI_Aint offsets[2] = {0, sizeof(int)};
  MPI_Datatype types[2] = {MPI_INT, MPI_INT};
  MPI_Request r[5];
  int work[5][2];
  MPI_Cart_create(MPI_COMM_WORLD, 1, dimensions, periods, 0, &grid);
  MPI_Neighbor_allgather(send, 1, MPI_INT, receive, 1, MPI_INT, grid);
  MPI_Neighbor_allgatherv(send, 1, MPI_INT, receive, counts, places, MPI_INT, grid);
  MPI_Neighbor_alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, grid);
  MPI_Neighbor_alltoallv(send, counts, places, MPI_INT, receive, counts, places, MPI_INT, grid);
  MPI_Neighbor_alltoallw(send, counts, offsets, types, receive, counts, offsets, types, grid);
  MPI_Ineighbor_allgather(send, 1, MPI_INT, work[0], 1, MPI_INT, grid, &r[0]);
  MPI_Ineighbor_allgatherv(send, 1, MPI_INT, work[1], counts, places, MPI_INT, grid, &r[1]);
  MPI_Ineighbor_alltoall(send, 1, MPI_INT, work[2], 1, MPI_INT, grid, &r[2]);
  MPI_Ineighbor_alltoallv(send, counts, places, MPI_INT, work[3], counts, places, MPI_INT, grid, &r[3]);
  MPI_Ineighbor_alltoallw(send, counts, offsets, types, work[4], counts, offsets, types, grid, &r[4]);
  MPI_Waitall(5, r, MPI_STATUSES_IGNORE);
  sum += receive[0] + receive[1];
  MPI_Comm_free(&grid);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Neighbor_alltoall(send, 1, MPI_INT, receive, 1, MPI_INT, graph);
  MPI_Comm_free(&graph);
}

static void communicators(void) {
  MPI_Comm half, copy, later, shared, some;
  MPI_Request request;
  MPI_Group world, first;
  int zero = 0;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
  collectives(half);
  MPI_Comm_dup(half, &copy);
  MPI_Comm_idup(copy, &later, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(later);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &shared);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &zero, &first);
  MPI_Comm_create(MPI_COMM_WORLD, first, &some);
  if (some != MPI_COMM_NULL) {
    MPI_Barrier(some);
    MPI_Comm_free(&some);
  }
  MPI_Group_free(&first);
  MPI_Group_free(&world);
  for (int i = 0; i < 50; i++) {
    MPI_Comm again;
    MPI_Comm_dup(MPI_COMM_WORLD, &again);
    MPI_Barrier(again);
    MPI_Comm_free(&again);
  }
  MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, 0, &some);
  if (some != MPI_COMM_NULL) MPI_Comm_free(&some);
  MPI_Barrier(MPI_COMM_SELF);
  MPI_Comm_free(&shared);
  MPI_Comm_free(&later);
  MPI_Comm_free(&copy);
  MPI_Comm_free(&half);
}

/* A handle may be used again, for another size. */
static void reused_datatypes(void) {
  MPI_Datatype column;
  for (int i = 1; i < 4; i++) {
    MPI_Type_vector(i, 1, 2, MPI_INT, &column);
    MPI_Type_commit(&column);
    MPI_Sendrecv(out, 1, column, right, 9, in, 1, column, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Type_free(&column);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  modes();
  many();
  persistent();
  persistent_modes();
  wildcards();
  collectives(MPI_COMM_WORLD);
  neighbours();
  communicators();
  reused_datatypes();
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %ld\n", total);
  MPI_Finalize();
  return 0;
}
