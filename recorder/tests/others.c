/* Calls that make and free objects, and those of which a recording has name and time alone: groups, topologies, communicators of two
   groups, datatypes, operations, requests of the program's own, windows, and files. Any number of ranks; prints a sum that recording
   must not change. The argument is a file that may be made and is gone at the end. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, size, right, left;
static long sum;
static int in[64], out[64];
static MPI_Info info; /* says nothing */

static void add_size(MPI_Group group) {
  int members;
  MPI_Group_size(group, &members);
  sum += members;
  MPI_Group_free(&group);
}

static void groups(void) {
  MPI_Group world, even, odd, group;
  MPI_Comm half;
  int range[1][3] = {{0, size - 1, 2}}, first = 0;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 1, range, &even);
  MPI_Group_range_excl(world, 1, range, &odd);
  MPI_Group_union(odd, even, &group);
  add_size(group);
  MPI_Group_intersection(world, even, &group);
  add_size(group);
  MPI_Group_difference(world, even, &group);
  add_size(group);
  MPI_Group_excl(world, 1, &first, &group);
  add_size(group);
  MPI_Comm_create_group(MPI_COMM_WORLD, rank % 2 ? odd : even, 3, &half);
  MPI_Bcast(in, 1, MPI_INT, 0, half);
  MPI_Comm_disconnect(&half);
  add_size(odd);
  add_size(even);
  add_size(world);
}

static void topologies(void) {
  MPI_Comm grid, row, graph;
  int dimensions[2] = {0, 0}, periods[2] = {0, 1}, remain[2] = {0, 1}, index[64], edges[128], degree = 1, place;
  MPI_Dims_create(size, 2, dimensions);
  MPI_Cart_map(MPI_COMM_WORLD, 2, dimensions, periods, &place);
  MPI_Cart_create(MPI_COMM_WORLD, 2, dimensions, periods, 0, &grid);
  MPI_Cart_sub(grid, remain, &row);
  MPI_Allreduce(out, in, 1, MPI_INT, MPI_SUM, row);
  MPI_Comm_free(&row);
  MPI_Comm_free(&grid);
  for (int i = 0; i < size; i++) {
    index[i] = 2 * i + 2;
    edges[2 * i] = (i + 1) % size;
    edges[2 * i + 1] = (i + size - 1) % size;
  }
  MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &place);
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 0, &graph);
  MPI_Neighbor_allgather(&rank, 1, MPI_INT, in, 1, MPI_INT, graph);
  sum += in[0] + in[1];
  MPI_Comm_free(&graph);
  MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &rank, &degree, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Neighbor_alltoall(&rank, 1, MPI_INT, in, 1, MPI_INT, graph);
  sum += in[0];
  MPI_Comm_free(&graph);
}

/* A communicator of two groups, and the one that it is merged to. */
static void two_groups(void) {
  MPI_Comm half, both, copy, merged;
  MPI_Group remote;
  MPI_Request request;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &copy);
  MPI_Comm_set_info(copy, info);
  MPI_Comm_free(&copy);
  if (size == 1) return;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 5, &both);
  MPI_Comm_remote_group(both, &remote);
  add_size(remote);
  MPI_Barrier(both);
  MPI_Allreduce(&rank, in, 1, MPI_INT, MPI_SUM, both);
  sum += in[0];
  MPI_Comm_dup(both, &copy);
  if (rank < 2) {
    MPI_Isend(out, 1, MPI_INT, 0, 0, copy, &request);
    MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Comm_free(&copy);
  MPI_Intercomm_merge(both, rank % 2, &merged);
  MPI_Allreduce(&rank, in, 1, MPI_INT, MPI_SUM, merged);
  sum += in[0];
  MPI_Comm_free(&merged);
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

static void use(MPI_Datatype type) {
  MPI_Type_commit(&type);
  MPI_Sendrecv(out, 1, type, right, 9, in, 1, type, left, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_Type_free(&type);
}

/* Not an error code: what it returns is wider than an int. A macro in some mpi.h. */
static void addresses(void) {
  MPI_Aint far = (MPI_Aint)1 << 40;
  sum += (long)(MPI_Aint_diff(MPI_Aint_add(far, 5), 5) >> 38);
}

static void datatypes(void) {
  MPI_Datatype type, pair[2] = {MPI_INT, MPI_DOUBLE};
  MPI_Aint places[2] = {0, 16};
  int lengths[2] = {1, 2}, offsets[2] = {0, 3}, whole[1] = {8}, part[1] = {4}, start[1] = {2};
  int distribution[1] = {MPI_DISTRIBUTE_BLOCK}, by[1] = {MPI_DISTRIBUTE_DFLT_DARG}, processes[1] = {1};
  MPI_Type_contiguous(3, MPI_INT, &type), use(type);
  MPI_Type_vector(2, 1, 2, MPI_INT, &type), use(type);
  MPI_Type_create_hvector(2, 1, 8, MPI_INT, &type), use(type);
  MPI_Type_indexed(2, lengths, offsets, MPI_INT, &type), use(type);
  MPI_Type_create_indexed_block(2, 1, offsets, MPI_INT, &type), use(type);
  MPI_Type_create_hindexed(2, lengths, places, MPI_INT, &type), use(type);
  MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &type), use(type);
  MPI_Type_create_struct(2, lengths, places, pair, &type), use(type);
  MPI_Type_create_subarray(1, whole, part, start, MPI_ORDER_C, MPI_INT, &type), use(type);
  MPI_Type_create_darray(1, 0, 1, whole, distribution, by, processes, MPI_ORDER_C, MPI_INT, &type), use(type);
  MPI_Type_create_resized(MPI_INT, 0, 8, &type), use(type);
  MPI_Type_dup(MPI_DOUBLE, &type), use(type);
  MPI_Type_create_f90_integer(9, &type);
  MPI_Type_create_f90_real(15, MPI_UNDEFINED, &type);
  MPI_Type_create_f90_complex(6, MPI_UNDEFINED, &type);
}

static void added(void *more, void *into, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; i++) ((int *)into)[i] += ((int *)more)[i];
}

static void operations(void) {
  char packed[64];
  int position = 0;
  MPI_Aint at = 0;
  MPI_Op op;
  MPI_Pack(&rank, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD);
  position = 0;
  MPI_Unpack(packed, sizeof packed, &position, in, 1, MPI_INT, MPI_COMM_WORLD);
  MPI_Pack_external("external32", &rank, 1, MPI_INT, packed, sizeof packed, &at);
  at = 0;
  MPI_Unpack_external("external32", packed, sizeof packed, &at, in + 1, 1, MPI_INT);
  sum += in[0] + in[1];
  MPI_Op_create(added, 1, &op);
  MPI_Reduce_local(&rank, in, 1, MPI_INT, op);
  MPI_Allreduce(&rank, in, 1, MPI_INT, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
  sum += in[0];
}

static int status_of(void *state, MPI_Status *status) {
  (void)state;
  MPI_Status_set_elements(status, MPI_INT, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int over(void *state) {
  (void)state;
  return MPI_SUCCESS;
}

static int cancelled(void *state, int complete) {
  (void)state;
  (void)complete;
  return MPI_SUCCESS;
}

static void own_requests(void) {
  MPI_Request request;
  MPI_Grequest_start(status_of, over, cancelled, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void fences_and_locks(MPI_Win window) {
  int ours = 1, theirs, zero = 0;
  MPI_Request requests[4];
  int got[4];
  MPI_Win_fence(0, window);
  MPI_Put(&ours, 1, MPI_INT, right, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Get(&theirs, 1, MPI_INT, right, 0, 1, MPI_INT, window);
  MPI_Win_fence(0, window);
  MPI_Accumulate(&ours, 1, MPI_INT, right, 0, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_fence(0, window);
  sum += theirs;
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, window);
  MPI_Get_accumulate(&ours, 1, MPI_INT, &theirs, 1, MPI_INT, right, 1, 1, MPI_INT, MPI_SUM, window);
  MPI_Win_flush(right, window);
  MPI_Fetch_and_op(&ours, &theirs, MPI_INT, right, 1, MPI_SUM, window);
  MPI_Win_flush_local(right, window);
  MPI_Compare_and_swap(&ours, &zero, &theirs, MPI_INT, right, 2, window);
  MPI_Win_unlock(right, window);
  MPI_Win_lock_all(0, window);
  MPI_Rput(&ours, 1, MPI_INT, right, 3, 1, MPI_INT, window, &requests[0]);
  MPI_Raccumulate(&ours, 1, MPI_INT, right, 4, 1, MPI_INT, MPI_SUM, window, &requests[1]);
  MPI_Rget(got, 1, MPI_INT, right, 5, 1, MPI_INT, window, &requests[2]);
  MPI_Rget_accumulate(&ours, 1, MPI_INT, got + 1, 1, MPI_INT, right, 6, 1, MPI_INT, MPI_SUM, window, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
  MPI_Win_flush_all(window);
  MPI_Win_flush_local_all(window);
  MPI_Win_sync(window);
  MPI_Win_unlock_all(window);
}

static void posts(MPI_Win window) {
  MPI_Group world, before, after;
  int ours = 1;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &left, &before);
  MPI_Group_incl(world, 1, &right, &after);
  for (int way = 0; way < 2; way++) {
    MPI_Win_post(before, 0, window);
    MPI_Win_start(after, 0, window);
    MPI_Put(&ours, 1, MPI_INT, right, 0, 1, MPI_INT, window);
    MPI_Win_complete(window);
    int done = 0;
    if (way == 0) MPI_Win_wait(window);
    else while (!done) MPI_Win_test(window, &done);
  }
  MPI_Group_free(&before);
  MPI_Group_free(&after);
  MPI_Group_free(&world);
}

static void windows(void) {
  MPI_Win window;
  int memory[8] = {0}, *given;
  if (size == 1) return; /* Open MPI 4.1 makes no window of one process over shared memory */
  MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_set_info(window, info);
  fences_and_locks(window);
  posts(window);
  MPI_Win_free(&window);
  MPI_Win_allocate(sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &given, &window);
  MPI_Win_free(&window);
  MPI_Win_allocate_shared(sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &given, &window);
  MPI_Win_free(&window);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  MPI_Win_attach(window, memory, sizeof memory);
  MPI_Win_detach(window, memory);
  MPI_Win_free(&window);
}

static void wait_for(MPI_Request request) { MPI_Wait(&request, MPI_STATUS_IGNORE); }

static void own_part(MPI_File file) {
  MPI_Request request;
  MPI_Offset at = rank * 4;
  MPI_File_write_at(file, at, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_at_all(file, at, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite_at(file, at, &rank, 1, MPI_INT, &request), wait_for(request);
  MPI_File_iwrite_at_all(file, at, &rank, 1, MPI_INT, &request), wait_for(request);
  MPI_File_write_at_all_begin(file, at, &rank, 1, MPI_INT);
  MPI_File_write_at_all_end(file, &rank, MPI_STATUS_IGNORE);
  MPI_File_sync(file);
  MPI_File_read_at(file, at, in, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_at_all(file, at, in + 1, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_at(file, at, in + 2, 1, MPI_INT, &request), wait_for(request);
  MPI_File_iread_at_all(file, at, in + 3, 1, MPI_INT, &request), wait_for(request);
  MPI_File_read_at_all_begin(file, at, in + 4, 1, MPI_INT);
  MPI_File_read_at_all_end(file, in + 4, MPI_STATUS_IGNORE);
  for (int i = 0; i < 5; i++) sum += in[i];
}

static void from_pointer(MPI_File file) {
  MPI_Request request;
  MPI_File_set_view(file, rank * 16, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_write(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_all(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite(file, &rank, 1, MPI_INT, &request), wait_for(request);
  MPI_File_iwrite_all(file, &rank, 1, MPI_INT, &request), wait_for(request);
  MPI_File_write_all_begin(file, &rank, 1, MPI_INT);
  MPI_File_write_all_end(file, &rank, MPI_STATUS_IGNORE);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read(file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_all(file, in + 1, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread(file, in + 2, 1, MPI_INT, &request), wait_for(request);
  MPI_File_iread_all(file, in + 3, 1, MPI_INT, &request), wait_for(request);
  MPI_File_seek(file, 0, MPI_SEEK_SET);
  MPI_File_read_all_begin(file, in + 4, 1, MPI_INT);
  MPI_File_read_all_end(file, in + 4, MPI_STATUS_IGNORE);
}

static void from_shared_pointer(MPI_File file) {
  MPI_Request request;
  MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_write_shared(file, &size, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iwrite_shared(file, &size, 1, MPI_INT, &request), wait_for(request);
  MPI_File_write_ordered(file, &size, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_write_ordered_begin(file, &size, 1, MPI_INT);
  MPI_File_write_ordered_end(file, &size, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  MPI_File_read_shared(file, in, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_iread_shared(file, in + 1, 1, MPI_INT, &request), wait_for(request);
  MPI_File_read_ordered(file, in + 2, 1, MPI_INT, MPI_STATUS_IGNORE);
  MPI_File_read_ordered_begin(file, in + 3, 1, MPI_INT);
  MPI_File_read_ordered_end(file, in + 3, MPI_STATUS_IGNORE);
  for (int i = 0; i < 4; i++) sum += in[i];
}

static void files(const char *name) {
  MPI_File file;
  MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 0);
  MPI_File_preallocate(file, 4096);
  MPI_File_set_info(file, info);
  MPI_File_set_atomicity(file, 0);
  own_part(file);
  from_pointer(file);
  from_shared_pointer(file);
  MPI_File_close(&file);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) MPI_File_delete(name, MPI_INFO_NULL);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  right = (rank + 1) % size;
  left = (rank + size - 1) % size;
  MPI_Info_create(&info);
  groups();
  topologies();
  two_groups();
  addresses();
  datatypes();
  operations();
  own_requests();
  windows();
  if (argc > 1) files(argv[1]);
  MPI_Info_free(&info);
  long total = 0;
  MPI_Reduce(&sum, &total, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0) printf("sum %ld\n", total);
  MPI_Finalize();
  return 0;
}
