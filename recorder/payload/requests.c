/* Requests, with the memory regions of open receives. Requests complete in the order of the recorded run. */
#include "payload.h"
#include "map.h"
#include <stdlib.h>

static tc_map numbers;
static tp_request *entries;
static int count, room, unused = -1;

static struct {
  int *numbers; /* numbers of the current call's requests; -1 for requests that the library does not have */
  MPI_Status *statuses;
  int room;
} now;

static int number_of(MPI_Request handle) { return tc_map_get(&numbers, KEY(handle)); }

static void drop(int number) {
  tp_request *r = &entries[number];
  tc_map_take(&numbers, KEY(r->handle));
  tp_region_done(&r->region);
  if (tp_mode == TP_ANSWER) PMPI_Request_free(&r->handle);
  r->next = unused;
  unused = number;
}

/* Adds a request. Its handle is a request of MPI that never starts, so that MPI can convert it for Fortran. */
void tp_request_made(tp_call *c, tp_request made) {
  if (tp_mode == TP_ANSWER) PMPI_Send_init(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, c->a.new_request);
  else if (!made.receives && !made.promise) return;
  made.handle = *c->a.new_request;
  int old = number_of(made.handle);
  if (old >= 0) drop(old);
  int number = unused;
  if (number >= 0) {
    unused = entries[number].next;
  } else {
    if (count == room) {
      room = room ? 2 * room : 256;
      entries = realloc(entries, (size_t)room * sizeof *entries);
      if (!entries) tp_fail("rank %d: no memory for a request", tp_rank);
    }
    number = count++;
  }
  tp_region_keep_type(&made.region);
  entries[number] = made;
  tc_map_put(&numbers, KEY(made.handle), number);
}

static int single(const tp_call *c) { return (c->a.has & (HAS('Q') | HAS('F') | HAS('B'))) != 0; }
static int several(const tp_call *c) { return (c->a.has & (HAS('A') | HAS('L'))) != 0; }

void tp_requests_before(tp_call *c) {
  tc_args *a = &c->a;
  int n = single(c) ? 1 : several(c) ? a->request_count : 0;
  if (n > now.room) {
    now.numbers = realloc(now.numbers, (size_t)n * sizeof *now.numbers);
    now.statuses = realloc(now.statuses, (size_t)n * sizeof *now.statuses);
    now.room = n;
    if (!now.numbers || !now.statuses) tp_fail("rank %d: no memory for requests", tp_rank);
  }
  for (int i = 0; i < n; i++) now.numbers[i] = number_of(single(c) ? *a->request : a->requests[i]);
  if ((a->has & HAS('S')) && a->status == MPI_STATUS_IGNORE) a->status = &a->own_status;
  if ((a->has & HAS('Z')) && a->statuses == MPI_STATUSES_IGNORE) a->statuses = now.statuses;
}

/* Writes or reads a status and the number of received elements. */
void tp_status(MPI_Status *status, int64_t *elements, const tp_region *r) {
  MPI_Count bytes = 0;
  int cancelled = 0;
  int source = status->MPI_SOURCE == MPI_PROC_NULL ? -1 : status->MPI_SOURCE == MPI_ANY_SOURCE ? -2 : status->MPI_SOURCE;
  if (tp_mode == TP_KEEP) {
    PMPI_Test_cancelled(status, &cancelled);
    if (!cancelled) PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
    int64_t size = cancelled || !r || r->blocks == 0 ? 0 : r->type.size;
    *elements = size ? (bytes + size - 1) / size : 0; /* rounded up: a part of an element needs a whole element */
  }
  tp_int(&source);
  status->MPI_TAG = (int)tp_number(status->MPI_TAG);
  bytes = (MPI_Count)tp_number(bytes);
  tp_int(&cancelled);
  *elements = tp_number(*elements);
  if (tp_mode == TP_KEEP) return;
  status->MPI_SOURCE = source == -1 ? MPI_PROC_NULL : source == -2 ? MPI_ANY_SOURCE : source;
  PMPI_Status_set_elements_x(status, MPI_BYTE, bytes);
  PMPI_Status_set_cancelled(status, cancelled);
  if (r && *elements > r->count) {
    tp_fail("rank %d, call %llu: found a receive of %lld elements; expected %lld or more, as in the recorded run", tp_rank,
            (unsigned long long)tp_calls, (long long)r->count, (long long)*elements);
  }
}

static void empty(MPI_Status *status) {
  if (tp_mode != TP_ANSWER) return;
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = MPI_ANY_TAG;
  PMPI_Status_set_elements_x(status, MPI_BYTE, 0);
  PMPI_Status_set_cancelled(status, 0);
}

/* Completes the request at this index among the call's requests. A call such as MPI_Request_get_status does not change the request. */
static void complete(tp_call *c, int at, MPI_Status *status) {
  int number = now.numbers[at], known = number >= 0 && entries[number].receives;
  MPI_Request *handle = single(c) ? c->a.request : &c->a.requests[at];
  tp_int(&known);
  if (known && (number < 0 || !entries[number].receives)) {
    tp_fail("rank %d, call %llu: found request %d without a receive; expected a receive, as in the recorded run", tp_rank, (unsigned long long)tp_calls, at);
  }
  MPI_Status ignored = {0};
  if (!status) status = &ignored;
  if (known) {
    const tp_request *r = &entries[number];
    int64_t elements = -1;
    if (r->matched) tp_status(status, &elements, &r->region);
    else empty(status);
    tp_region_pass(&r->region, elements);
  } else {
    empty(status);
  }
  if (number < 0 || entries[number].persistent || (c->a.has & HAS('B'))) return;
  if (entries[number].promise && tp_mode == TP_KEEP) tp_comm_promised(entries[number].parent, *entries[number].promise);
  drop(number);
  if (tp_mode == TP_ANSWER) *handle = MPI_REQUEST_NULL;
}

void tp_requests_after(tp_call *c) {
  tc_args *a = &c->a;
  uint64_t has = a->has;
  if (has & HAS('F')) {
    if (now.numbers[0] >= 0) drop(now.numbers[0]);
    if (tp_mode == TP_ANSWER) *a->request = MPI_REQUEST_NULL;
    return;
  }
  if (has & HAS('f')) tp_int(a->flag);
  int all = !(has & HAS('f')) || *a->flag;
  if (has & (HAS('Q') | HAS('B'))) {
    if (all) complete(c, 0, a->status);
  } else if (has & HAS('j')) {
    tp_int(a->out_count);
    for (int i = 0; i < *a->out_count; i++) {
      tp_int(&a->indices[i]);
      complete(c, a->indices[i], &a->statuses[i]);
    }
  } else if (has & HAS('i')) {
    if (all) tp_int(a->index);
    if (all && *a->index != MPI_UNDEFINED) complete(c, *a->index, a->status);
    else if (all) empty(a->status);
  } else if (has & HAS('A')) {
    for (int i = 0; i < a->request_count && all; i++) complete(c, i, &a->statuses[i]);
  }
}
