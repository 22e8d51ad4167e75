/* Each rank of a periodic square grid exchanges with its 8 neighbours, and completes the requests some at a time:
   waitsome STEPS [waitsome|waitany|testsome|test|wait|replies|persistent|probe] */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { NEIGHBOURS = 8, BYTES = 1024 };

static char in[NEIGHBOURS][BYTES], out[NEIGHBOURS][BYTES];
static MPI_Request requests[2 * NEIGHBOURS];
static int indices[2 * NEIGHBOURS];

static void some(int count, int tests) {
  for (int done = 0, now; done < count; done += now) {
    if (tests) MPI_Testsome(count, requests, &now, indices, MPI_STATUSES_IGNORE);
    else MPI_Waitsome(count, requests, &now, indices, MPI_STATUSES_IGNORE);
  }
}

static void any(int count, int replies) {
  for (int i = 0, index; i < count; i++) {
    MPI_Waitany(count, requests, &index, MPI_STATUS_IGNORE);
    if (replies) MPI_Allreduce(out[0], in[0], 1, MPI_BYTE, MPI_BOR, MPI_COMM_SELF);
  }
}

static void each(int count) {
  for (int i = 0; i < count; i++) {
    for (int over = 0; !over;) MPI_Test(&requests[i], &over, MPI_STATUS_IGNORE);
  }
}

static void probe(int to, int from) {
  MPI_Request sent;
  MPI_Isend(out[0], 1, MPI_BYTE, to, 77, MPI_COMM_WORLD, &sent);
  int found = 0, over = 0;
  while (!found || !over) {
    if (!found) {
      MPI_Iprobe(from, 77, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
      if (found) MPI_Recv(in[0], 1, MPI_BYTE, from, 77, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (!over && found) MPI_Test(&sent, &over, MPI_STATUS_IGNORE);
  }
}

int main(int argc, char **argv) {
  int rank, size, side = 1, steps = atoi(argv[1]);
  const char *how = argc > 2 ? argv[2] : "waitsome";
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  while (side * side < size) side++;
  int partners[NEIGHBOURS], n = 0;
  for (int dy = -1; dy <= 1; dy++) {
    for (int dx = -1; dx <= 1; dx++) {
      if (dx || dy) partners[n++] = (rank / side + dy + side) % side * side + (rank % side + dx + side) % side;
    }
  }
  int persistent = strcmp(how, "persistent") == 0;
  for (int i = 0; i < n && persistent; i++) MPI_Recv_init(in[i], BYTES, MPI_BYTE, partners[i], n - 1 - i, MPI_COMM_WORLD, &requests[i]);
  for (int i = 0; i < n && persistent; i++) MPI_Send_init(out[i], BYTES, MPI_BYTE, partners[i], i, MPI_COMM_WORLD, &requests[n + i]);
  for (int step = 0; step < steps; step++) {
    if (persistent) {
      MPI_Startall(2 * n, requests);
    } else {
      for (int i = 0; i < n; i++) MPI_Irecv(in[i], BYTES, MPI_BYTE, partners[i], n - 1 - i, MPI_COMM_WORLD, &requests[i]);
      for (int i = 0; i < n; i++) MPI_Isend(out[i], BYTES, MPI_BYTE, partners[i], i, MPI_COMM_WORLD, &requests[n + i]);
    }
    if (strcmp(how, "waitany") == 0) any(2 * n, 0);
    else if (strcmp(how, "replies") == 0) any(2 * n, 1);
    else if (strcmp(how, "test") == 0) each(2 * n);
    else if (strcmp(how, "wait") == 0) MPI_Waitall(2 * n, requests, MPI_STATUSES_IGNORE);
    else some(2 * n, strcmp(how, "testsome") == 0);
    if (strcmp(how, "probe") == 0) probe(partners[4], partners[3]);
  }
  MPI_Finalize();
  return 0;
}
