/* Calls in functions that MPI calls: an attribute's callbacks, also in MPI_Finalize, an operator, a generalized request and an error handler.
   MPI's own calls inside a call, such as those for files, are none of the program's. */
#include <libgen.h>
#include <mpi.h>
#include <stdlib.h>
#include <unistd.h>

static int rank, size;

static int sum(MPI_Comm comm) {
  int one = 1, all;
  return MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, comm);
}

/* Ends with a call, so an optimizing compiler leaves no frame of this function. */
static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out, int *flag) {
  *(void **)out = in;
  *flag = 0;
  return MPI_Barrier(comm);
}

/* As libraries keep a communicator of their own with one of the program. */
static int delete_inner(MPI_Comm comm, int keyval, void *value, void *extra) {
  MPI_Comm_free(value);
  free(value);
  return MPI_SUCCESS;
}

static int last(MPI_Comm comm, int keyval, void *value, void *extra) {
  int in, out = rank;
  for (int i = 0; i < 5; i++) MPI_Sendrecv(&out, 1, MPI_INT, (rank + 1) % size, 8, &in, 1, MPI_INT, (rank + size - 1) % size, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return sum(MPI_COMM_WORLD);
}

static void add(void *in, void *into, int *count, MPI_Datatype *type) {
  int a = 1, b;
  MPI_Status status;
  MPI_Sendrecv(&a, 1, MPI_INT, 0, 9, &b, 1, MPI_INT, 0, 9, MPI_COMM_SELF, &status);
  for (int i = 0; i < *count; i++) ((int *)into)[i] += ((int *)in)[i] + b - a;
}

static int query(void *extra, MPI_Status *status) {
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return sum(MPI_COMM_SELF);
}

static int nothing(void *extra) { return MPI_SUCCESS; }
static int cancel(void *extra, int complete) { return MPI_SUCCESS; }

static void handle(MPI_Comm *comm, int *code, ...) { sum(MPI_COMM_SELF); }

static void attributes(void) {
  int outer, copied, ended;
  MPI_Comm dup, *inner = malloc(sizeof *inner);
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &copied, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, delete_inner, &outer, NULL);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, last, &ended, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, ended, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, copied, NULL);
  for (int i = 0; i < 3; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &dup);
    MPI_Comm_dup(dup, inner);
    sum(*inner);
    MPI_Comm_set_attr(dup, outer, inner);
    MPI_Comm_free(&dup);
    if (i < 2) inner = malloc(sizeof *inner);
  }
  MPI_Comm_delete_attr(MPI_COMM_WORLD, copied);
}

static void operator(void) {
  MPI_Op op;
  int one = 1, all;
  MPI_Op_create(add, 1, &op);
  MPI_Reduce_local(&one, &all, 1, MPI_INT, op);
  MPI_Op_free(&op);
}

static void request(void) {
  MPI_Request request;
  MPI_Grequest_start(query, nothing, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void error(void) {
  MPI_Errhandler own;
  int value = 0;
  MPI_Comm_create_errhandler(handle, &own);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, own);
  MPI_Send(&value, 1, MPI_INT, size, 1, MPI_COMM_WORLD);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
  MPI_Errhandler_free(&own);
}

static void calls_of_mpi(void) {
  MPI_File file;
  MPI_Datatype every_other;
  int values[100] = {0};
  MPI_Type_vector(50, 1, 2, MPI_INT, &every_other);
  MPI_Type_commit(&every_other);
  MPI_File_open(MPI_COMM_WORLD, "callbacks.tmp", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
  MPI_File_set_view(file, (MPI_Offset)rank * 400, MPI_INT, every_other, "native", MPI_INFO_NULL);
  MPI_File_write_all(file, values, 50, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_close(&file);
  MPI_Type_free(&every_other);
  MPI_Sendrecv_replace(values, 0, MPI_INT, rank, 1, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (chdir(dirname(argv[0])) != 0) return 1;
  attributes();
  operator();
  request();
  error();
  calls_of_mpi();
  sum(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
