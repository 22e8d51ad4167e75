/* Calls that fail and return, on ranks 0 and 1; with an argument, also a collective. Receives that are too small take their messages; a call that MPI refuses does nothing. Each
   message after them would go to another receive if one of these were missed. */
#include <mpi.h>
#include <stdlib.h>

enum { SENT = 1000, ROOM = 10, PARTS = 3 };
static int rank, failed;
static char data[SENT];
static MPI_Comm comm;

static void wrong(int result) {
  int class;
  MPI_Error_class(result, &class);
  failed += class == MPI_ERR_TRUNCATE || class == MPI_ERR_IN_STATUS;
}

/* Those that rank 0 has sent before it. */
static void wait_for_messages(void) {
  if (rank == 0) {
    MPI_Send(data, 0, MPI_CHAR, 1, 99, comm);
  } else {
    MPI_Recv(data, 0, MPI_CHAR, 0, 99, comm, MPI_STATUS_IGNORE);
  }
}

static void send(int tag) { MPI_Send(data, SENT, MPI_CHAR, 1, tag, comm); }

static void send_parts(int tag) {
  for (int i = 0; i < PARTS; i++) MPI_Send(data, i == 1 ? ROOM : SENT, MPI_CHAR, 1, tag + i, comm);
}

static void receive_parts(int tag, MPI_Request requests[PARTS]) {
  for (int i = 0; i < PARTS; i++) MPI_Irecv(data, ROOM, MPI_CHAR, MPI_ANY_SOURCE, tag + i, comm, &requests[i]);
}

static int are_open(const MPI_Request requests[PARTS]) {
  int open = 0;
  for (int i = 0; i < PARTS; i++) open += requests[i] != MPI_REQUEST_NULL;
  return open;
}

static void blocking(void) {
  MPI_Status status;
  MPI_Message message;
  if (rank == 0) {
    for (int i = 0; i < 4; i++) send(1);
    MPI_Sendrecv(data, SENT, MPI_CHAR, 1, 1, data, SENT, MPI_CHAR, 1, 1, comm, &status);
  } else {
    wrong(MPI_Recv(data, ROOM, MPI_CHAR, 0, 1, comm, &status));
    wrong(MPI_Recv(data, ROOM, MPI_CHAR, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, MPI_STATUS_IGNORE));
    MPI_Mprobe(0, 1, comm, &message, &status);
    wrong(MPI_Mrecv(data, ROOM, MPI_CHAR, &message, &status));
    MPI_Recv(data, SENT, MPI_CHAR, 0, 1, comm, &status);
    wrong(MPI_Sendrecv(data, ROOM, MPI_CHAR, 0, 1, data, ROOM, MPI_CHAR, 0, 1, comm, &status));
  }
}

static void requests(int ignored) {
  MPI_Request r[PARTS];
  MPI_Status statuses[PARTS], *s = ignored ? MPI_STATUSES_IGNORE : statuses, *one = ignored ? MPI_STATUS_IGNORE : statuses;
  int flag = 0, index, count, places[PARTS];
  if (rank == 0) {
    send(2), send(2);
    for (int tag = 10; tag < 60; tag += 10) send_parts(tag);
    wait_for_messages();
    return;
  }
  wait_for_messages();
  MPI_Irecv(data, ROOM, MPI_CHAR, 0, 2, comm, &r[0]);
  wrong(MPI_Wait(&r[0], one));
  MPI_Irecv(data, ROOM, MPI_CHAR, 0, 2, comm, &r[0]);
  while (r[0] != MPI_REQUEST_NULL) wrong(MPI_Test(&r[0], &flag, one));
  receive_parts(10, r);
  while (are_open(r)) wrong(MPI_Waitall(PARTS, r, s));
  receive_parts(20, r);
  while (are_open(r)) wrong(MPI_Waitany(PARTS, r, &index, one));
  receive_parts(30, r);
  while (are_open(r)) wrong(MPI_Waitsome(PARTS, r, &count, places, s));
  receive_parts(40, r);
  while (are_open(r)) wrong(MPI_Testall(PARTS, r, &flag, s));
  receive_parts(50, r);
  while (are_open(r)) wrong(MPI_Testany(PARTS, r, &index, &flag, one));
}

/* Open MPI frees them when they fail. */
static void persistent(void) {
  MPI_Request r = MPI_REQUEST_NULL;
  if (rank == 0) {
    for (int i = 0; i < 3; i++) send(3);
    return;
  }
  for (int i = 0; i < 3; i++) {
    if (r == MPI_REQUEST_NULL) MPI_Recv_init(data, ROOM, MPI_CHAR, 0, 3, comm, &r);
    MPI_Start(&r);
    wrong(MPI_Wait(&r, MPI_STATUS_IGNORE));
  }
  if (r != MPI_REQUEST_NULL) MPI_Request_free(&r);
}

static void refused(void) {
  MPI_Comm world = MPI_COMM_WORLD;
  MPI_Send(data, 1, MPI_CHAR, 99, 4, comm);
  MPI_Recv(data, -1, MPI_CHAR, 0, 4, comm, MPI_STATUS_IGNORE);
  MPI_Bcast(data, 1, MPI_CHAR, 7, comm);
  MPI_Comm_free(&world);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &rank);
  if (rank < 2) {
    blocking();
    requests(0);
    requests(1);
    persistent();
    refused();
    for (int i = 0; i < 5; i++) MPI_Sendrecv(data, 100, MPI_CHAR, !rank, i, data + 100, 100, MPI_CHAR, !rank, i, comm, MPI_STATUS_IGNORE);
  }
  if (argc > 1) wrong(MPI_Bcast(data, rank == 0 ? SENT : ROOM, MPI_CHAR, 0, comm));
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return rank == 1 && !failed;
}
