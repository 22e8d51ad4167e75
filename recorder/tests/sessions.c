/* Sessions, and calls that came with MPI 4: exchanges that begin, and communicators that no other communicator has made. Any number of
   ranks; prints a sum that recording must not change. The argument "init" calls MPI_Init before, and "exchanges" has the exchanges alone,
   without sessions. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, size, right, left;
static long sum;

static void exchanges(MPI_Comm comm) {
  MPI_Request all[3];
  int out[4] = {rank, rank + 1, 0, 0}, in[4] = {0}, both = rank, done, index, indices[3], count;
  for (int step = 0; step < 12; step++) {
    MPI_Isendrecv(out, 2, MPI_INT, right, 3, in, 2, MPI_INT, left, 3, comm, &all[0]);
    MPI_Isendrecv_replace(&both, 1, MPI_INT, right, 4, left, 4, comm, &all[1]);
    MPI_Ibarrier(comm, &all[2]);
    switch (step % 6) {
    case 0: MPI_Waitall(3, all, MPI_STATUSES_IGNORE); break;
    case 1:
      for (int i = 0; i < 3; i++) MPI_Wait(&all[i], MPI_STATUS_IGNORE);
      break;
    case 2:
      for (int i = 0; i < 3; i++) MPI_Waitany(3, all, &index, MPI_STATUS_IGNORE);
      break;
    case 3:
      for (int left_over = 3; left_over > 0; left_over -= count) MPI_Waitsome(3, all, &count, indices, MPI_STATUSES_IGNORE);
      break;
    case 4:
      for (done = 0; !done;) MPI_Testall(3, all, &done, MPI_STATUSES_IGNORE);
      break;
    default:
      for (int i = 0; i < 3; i++) {
        for (done = 0; !done;) MPI_Test(&all[i], &done, MPI_STATUS_IGNORE);
      }
    }
    sum += in[0] + in[1] + both;
  }
  MPI_Isendrecv(out, 1, MPI_INT, right, 5, in, 1, MPI_INT, MPI_ANY_SOURCE, 5, comm, &all[0]);
  MPI_Wait(&all[0], MPI_STATUS_IGNORE);
  sum += in[0];
}

static void copies(MPI_Comm comm) {
  MPI_Comm copy;
  MPI_Request request;
  int out = rank, in = 0;
  MPI_Comm_idup_with_info(comm, MPI_INFO_NULL, &copy, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Send_init(&out, 1, MPI_INT, right, 7, copy, &request);
  for (int step = 0; step < 5; step++) {
    MPI_Start(&request);
    MPI_Recv(&in, 1, MPI_INT, left, 7, copy, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    sum += in;
  }
  MPI_Request_free(&request);
  MPI_Comm_free(&copy);
}

#if MPI_VERSION > 4 || MPI_VERSION == 4 && MPI_SUBVERSION >= 1
static char memory[1 << 16], *detached;

static void flush(MPI_Comm comm, MPI_Session session) {
  MPI_Request request;
  int bytes, flag, index, count, indices[1];
  MPI_Buffer_attach(memory, sizeof memory);
  MPI_Buffer_flush();
  MPI_Buffer_iflush(&request), MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Buffer_detach(&detached, &bytes);
  MPI_Comm_attach_buffer(comm, memory, sizeof memory);
  MPI_Comm_flush_buffer(comm);
  MPI_Comm_iflush_buffer(comm, &request), MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_detach_buffer(comm, &detached, &bytes);
  MPI_Session_attach_buffer(session, memory, sizeof memory);
  MPI_Session_flush_buffer(session);
  MPI_Session_iflush_buffer(session, &request), MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Session_detach_buffer(session, &detached, &bytes);
  MPI_Ibarrier(comm, &request);
  MPI_Request_get_status_all(1, &request, &flag, MPI_STATUSES_IGNORE);
  MPI_Request_get_status_any(1, &request, &index, &flag, MPI_STATUS_IGNORE);
  MPI_Request_get_status_some(1, &request, &count, indices, MPI_STATUSES_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}
#else
static void flush(MPI_Comm comm, MPI_Session session) { (void)comm, (void)session; }
#endif

static void two_groups(MPI_Group all) {
  MPI_Group half, other;
  MPI_Comm both;
  int out = rank, in = 0, own[1][3] = {{rank % 2, size - 1, 2}}, theirs[1][3] = {{1 - rank % 2, size - 1, 2}}, peer = rank / 2;
  if (size % 2) return;
  MPI_Group_range_incl(all, 1, own, &half);
  MPI_Group_range_incl(all, 1, theirs, &other);
  MPI_Intercomm_create_from_groups(half, 0, other, 0, "halves", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &both);
  MPI_Sendrecv(&out, 1, MPI_INT, peer, 8, &in, 1, MPI_INT, peer, 8, both, MPI_STATUS_IGNORE);
  sum += in;
  MPI_Comm_free(&both);
  MPI_Group_free(&half);
  MPI_Group_free(&other);
}

static void show(MPI_Comm comm) {
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, comm);
  if (rank == 0) printf("%ld\n", total);
}

static void with_sessions(void) {
  MPI_Session one, two;
  MPI_Group all, some;
  MPI_Comm comm, part;
  int in;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &one);
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &two);
  MPI_Group_from_session_pset(one, "mpi://WORLD", &all);
  MPI_Comm_create_from_group(all, "all", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  right = (rank + 1) % size, left = (rank + size - 1) % size;
  int range[1][3] = {{rank % 2, size - 1, 2}};
  MPI_Group_range_incl(all, 1, range, &some);
  MPI_Comm_create_from_group(some, rank % 2 ? "odd" : "even", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &part);
  for (int step = 0; step < 10; step++) {
    MPI_Allreduce(&rank, &in, 1, MPI_INT, MPI_SUM, part);
    sum += in;
  }
  exchanges(comm);
  copies(comm);
  flush(comm, one);
  two_groups(all);
  show(comm);
  MPI_Group_free(&some);
  MPI_Group_free(&all);
  MPI_Comm_free(&part);
  MPI_Comm_free(&comm);
  MPI_Session_finalize(&two);
  MPI_Session_finalize(&one);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  int init = strcmp(how, "init") == 0 || strcmp(how, "exchanges") == 0;
  if (init) MPI_Init(&argc, &argv);
  if (strcmp(how, "exchanges") == 0) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    right = (rank + 1) % size, left = (rank + size - 1) % size;
    exchanges(MPI_COMM_WORLD);
    copies(MPI_COMM_WORLD);
    show(MPI_COMM_WORLD);
  } else {
    with_sessions();
  }
  if (init) MPI_Finalize();
  return 0;
}
