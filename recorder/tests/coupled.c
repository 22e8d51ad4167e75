/* Two programs in one run, "ocean" and "atmosphere", of different sizes, that exchange data over inter-communicators. Uses every call that
   inter-communicators have, on two or more ranks; prints a sum that recording must not change. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 64 };

static int rank, size, ocean, own_rank, own_size, other_size;
static long sum;
static MPI_Comm half, both;
static int in[4 * MOST], out[4 * MOST];

/* The partner in the other group; the larger group has several ranks for one. */
static int partner(void) { return own_rank % other_size; }

/* One message each way between the first ranks of both groups. */
static void ping_pong(MPI_Comm comm) {
  if (own_rank > 0) return;
  for (int i = 0; i < 4; i++) {
    if (ocean) MPI_Send(out, 16, MPI_INT, 0, i, comm);
    MPI_Recv(in, 16, MPI_INT, 0, i, comm, MPI_STATUS_IGNORE);
    if (!ocean) MPI_Send(out, 16, MPI_INT, 0, i, comm);
  }
}

/* Each rank of the larger group sends its share to a rank of the other, which answers to all. */
static void exchange(MPI_Comm comm) {
  MPI_Request requests[2 * MOST];
  int n = 0, slot = 0;
  if (own_size >= other_size) {
    MPI_Irecv(in, 8, MPI_INT, partner(), 1, comm, &requests[n++]);
    MPI_Isend(out, 8, MPI_INT, partner(), 2, comm, &requests[n++]);
  }
  if (own_size < other_size || (own_size == other_size && !ocean)) {
    for (int peer = own_rank; peer < other_size; peer += own_size) {
      if (own_size == other_size) continue;
      MPI_Irecv(in + 8 + slot++, 8, MPI_INT, peer, 2, comm, &requests[n++]);
      MPI_Isend(out, 8, MPI_INT, peer, 1, comm, &requests[n++]);
    }
  }
  if (own_size == other_size) { /* pairs, whose tags must agree */
    MPI_Request more[2];
    MPI_Irecv(in + 8, 8, MPI_INT, partner(), 2, comm, &more[0]);
    MPI_Isend(out, 8, MPI_INT, partner(), 1, comm, &more[1]);
    MPI_Waitall(2, more, MPI_STATUSES_IGNORE);
  }
  MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
}

static void wildcards(MPI_Comm comm) {
  MPI_Status status;
  MPI_Request request, persistent[2];
  MPI_Message message;
  int found = 0;
  if (own_rank > 0) return;
  MPI_Isend(out, 4, MPI_INT, 0, 7, comm, &request);
  MPI_Recv(in, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
  sum += status.MPI_SOURCE + status.MPI_TAG;
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Irecv(in, 4, MPI_INT, MPI_ANY_SOURCE, 8, comm, &request);
  MPI_Send(out, 4, MPI_INT, 0, 8, comm);
  MPI_Wait(&request, &status);
  sum += status.MPI_SOURCE;
  MPI_Isend(out, 4, MPI_INT, 0, 9, comm, &request);
  MPI_Probe(MPI_ANY_SOURCE, 9, comm, &status);
  MPI_Recv(in, 4, MPI_INT, status.MPI_SOURCE, 9, comm, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 4, MPI_INT, 0, 10, comm, &request);
  while (!found) MPI_Iprobe(0, 10, comm, &found, MPI_STATUS_IGNORE);
  MPI_Recv(in, 4, MPI_INT, 0, 10, comm, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Isend(out, 4, MPI_INT, 0, 11, comm, &request);
  MPI_Mprobe(MPI_ANY_SOURCE, 11, comm, &message, &status);
  MPI_Mrecv(in, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, 3, MPI_INT, 0, 12, in, 3, MPI_INT, 0, 12, comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(out, 3, MPI_INT, MPI_PROC_NULL, 12, in, 3, MPI_INT, MPI_PROC_NULL, 12, comm, MPI_STATUS_IGNORE);
  MPI_Send_init(out, 5, MPI_INT, 0, 13, comm, &persistent[0]);
  MPI_Recv_init(in, 5, MPI_INT, 0, 13, comm, &persistent[1]);
  for (int i = 0; i < 3; i++) {
    MPI_Startall(2, persistent);
    MPI_Waitall(2, persistent, MPI_STATUSES_IGNORE);
  }
  for (int i = 0; i < 2; i++) MPI_Request_free(&persistent[i]);
}

/* The root of the ocean, or the one of the atmosphere, as this rank has to name it. */
static int root_in(int oceans, int root) { return ocean != oceans ? root : own_rank == root ? MPI_ROOT : MPI_PROC_NULL; }

static void collectives(MPI_Comm comm) {
  int counts[MOST], places[MOST], fewer[MOST], sums[2 * MOST] = {0};
  for (int i = 0; i < MOST; i++) counts[i] = 1 + i % 3, places[i] = 4 * i, fewer[i] = 1 + own_rank % 3;
  MPI_Barrier(comm);
  for (int oceans = 0; oceans < 2; oceans++) {
    int root = root_in(oceans, 0);
    MPI_Bcast(in, 6, MPI_INT, root, comm);
    MPI_Reduce(out, in, 3, MPI_INT, MPI_SUM, root, comm);
    MPI_Gather(out, 2, MPI_INT, in, 2, MPI_INT, root, comm);
    MPI_Scatter(out, 2, MPI_INT, in, 2, MPI_INT, root, comm);
    MPI_Gatherv(out, fewer[0], MPI_INT, in, counts, places, MPI_INT, root, comm);
    MPI_Scatterv(out, counts, places, MPI_INT, in, fewer[0], MPI_INT, root, comm);
  }
  MPI_Allreduce(out, sums, 2, MPI_INT, MPI_SUM, comm);
  sum += sums[0];
  MPI_Allgather(out, 1 + ocean, MPI_INT, in, 2 - ocean, MPI_INT, comm);
  MPI_Allgatherv(out, fewer[0], MPI_INT, in, counts, places, MPI_INT, comm);
  MPI_Alltoall(out, 1 + ocean, MPI_INT, in, 2 - ocean, MPI_INT, comm);
  MPI_Alltoallv(out, counts, places, MPI_INT, in, fewer, places, MPI_INT, comm);
}

static void communicators(void) {
  MPI_Comm copy, pairs, merged;
  MPI_Comm_dup(both, &copy);
  ping_pong(copy);
  MPI_Comm_free(&copy);
  int smaller = own_size < other_size ? own_size : other_size;
  MPI_Comm_split(both, own_rank < smaller ? own_rank % 2 : MPI_UNDEFINED, 0, &pairs);
  if (pairs != MPI_COMM_NULL) {
    int theirs;
    MPI_Comm_remote_size(pairs, &theirs);
    MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, pairs);
    sum += in[0] + theirs;
    MPI_Comm_free(&pairs);
  }
  MPI_Intercomm_merge(both, ocean, &merged);
  MPI_Allreduce(&rank, in, 1, MPI_INT, MPI_SUM, merged);
  sum += in[0];
  MPI_Comm_free(&merged);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int steps = argc > 1 ? atoi(argv[1]) : 10;
  ocean = rank % 3 == 1;
  for (int i = 0; i < 4 * MOST; i++) out[i] = rank + i;
  MPI_Comm_split(MPI_COMM_WORLD, ocean, rank, &half);
  MPI_Comm_rank(half, &own_rank);
  MPI_Comm_size(half, &own_size);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - ocean, 5, &both);
  MPI_Comm_remote_size(both, &other_size);
  for (int step = 0; step < steps; step++) {
    MPI_Sendrecv(out, 64, MPI_INT, (own_rank + 1) % own_size, 3, in, 64, MPI_INT, (own_rank + own_size - 1) % own_size, 3, half, MPI_STATUS_IGNORE);
    exchange(both);
    MPI_Bcast(in, 4, MPI_INT, root_in(0, 0), both);
    MPI_Allreduce(out, in, 1, MPI_INT, MPI_MAX, both);
  }
  ping_pong(both);
  wildcards(both);
  collectives(both);
  communicators();
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %ld\n", total);
  MPI_Finalize();
  return 0;
}
