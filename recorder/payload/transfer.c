/* Keeps or answers one call: checks it against the recorded call, and writes or reads its results. */
#include "payload.h"
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void check(const char *what, int64_t found) {
  int64_t recorded = tp_number(found);
  if (recorded == found) return;
  tp_fail("rank %d, call %llu: found %s %lld; expected %lld, as in the recorded run; run the same program with the same input", tp_rank,
          (unsigned long long)tp_calls, what, (long long)found, (long long)recorded);
}

/* Returns a rank as a number that is the same in every MPI. */
static int rank_number(int rank) { return rank == MPI_PROC_NULL ? -1 : rank == MPI_ANY_SOURCE ? -2 : rank; }

static int is_root(const tp_call *c) { return c->comm && c->a.root == c->comm->rank; }

/* Whether the arguments of the sending side are significant at this rank. */
static int sends(const tp_call *c) {
  uint64_t has = c->a.has;
  int in_place = (has & HAS('b')) && c->a.send_buffer == MPI_IN_PLACE && (has & (HAS('N') | HAS('V') | HAS('W')));
  return !in_place && (!(has & HAS('x')) || is_root(c));
}

static int receives(const tp_call *c) {
  return !((c->a.has & HAS('r')) && c->a.receive_buffer == MPI_IN_PLACE) && (!(c->a.has & HAS('y')) || is_root(c));
}

static int is_between_two(const tp_call *c) { return (c->a.has & (HAS('d') | HAS('s') | HAS('m'))) != 0; }

/* Checks the number of sent bytes of one block without gaps. The values of the bytes may differ from the recorded run by rounding. */
static void sent(const tp_call *c) {
  const tc_args *a = &c->a;
  if (!(a->has & HAS('b')) || !(a->has & HAS('n')) || !(a->has & HAS('t')) || !sends(c) || (a->has & HAS('p'))) return;
  tp_type t = tp_type_of(a->datatype);
  if (a->send_buffer == MPI_IN_PLACE || !t.dense) return;
  uint32_t sum = (uint32_t)tp_sum(0, a->send_buffer, (size_t)(a->count * t.size)), recorded = sum;
  tp_bytes(&recorded, sizeof recorded);
  tp_sends++;
  tp_changed += recorded != sum;
}

static void inputs(const tp_call *c) {
  const tc_args *a = &c->a;
  uint64_t has = a->has;
  if (c->comm) check("communicator", c->comm->number);
  if (has & HAS('D')) check("freed communicator", c->freed);
  if (has & HAS('d')) check("destination", rank_number(a->destination));
  if (has & HAS('s')) check("source", rank_number(a->source));
  if (has & HAS('g')) check("tag", a->tag);
  if (has & HAS('G')) check("receive tag", a->receive_tag);
  if (has & (HAS('R') | HAS('x') | HAS('y'))) check("root", a->root);
  if ((has & HAS('n')) && sends(c)) check("count", a->count);
  if ((has & HAS('t')) && sends(c)) check("datatype of bytes", tp_type_of(a->datatype).size);
  if ((has & HAS('N')) && receives(c)) check("receive count", a->receive_count);
  if ((has & HAS('T')) && receives(c)) check("receive datatype of bytes", tp_type_of(a->receive_datatype).size);
  if (has & HAS('l')) check("color", a->color);
  if (has & HAS('K')) check("key", a->key);
  if (has & HAS('k')) check("number of requests", a->request_count);
  sent(c);
}

/* Returns the memory region that this call, or the completion of its request, fills. */
static tp_region filled(const tp_call *c) {
  const tc_args *a = &c->a;
  uint64_t has = a->has;
  tp_region r = {.buffer = (char *)a->receive_buffer, .wide = c->wide, .displacements = c->displacements};
  if (!(has & HAS('r')) || !receives(c)) return r;
  int around = has & HAS('u') ? c->comm->indegree : c->comm ? c->comm->size : 1;
  if (has & HAS('V')) {
    r.blocks = around;
    r.counts = a->receive_counts;
    if (has & HAS('W')) r.types = a->receive_datatypes;
    else r.type = tp_type_of(a->receive_datatype);
    return r;
  }
  r.blocks = 1;
  if (has & HAS('N')) {
    r.type = tp_type_of(a->receive_datatype);
    r.count = a->receive_count * (is_between_two(c) || (has & HAS('x')) ? 1 : around);
    return r;
  }
  r.type = tp_type_of(a->datatype);
  r.count = has & HAS('v') ? a->counts[c->comm->rank] : a->count;
  int reduced = (has & HAS('o')) != 0;
  if ((has & HAS('R')) && reduced != is_root(c)) r.blocks = 0; /* the root of MPI_Bcast and other ranks of MPI_Reduce receive nothing */
  return r;
}

#ifdef OPEN_MPI
/* Creates a message handle. MPI converts only handles of real messages for Fortran, so this process sends a message to itself. */
static void invent_message(MPI_Message *message) {
  MPI_Request sent;
  PMPI_Isend(NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_SELF, &sent);
  PMPI_Request_free(&sent);
  PMPI_Mprobe(0, 0, MPI_COMM_SELF, message, MPI_STATUS_IGNORE);
}

static void take_message(tc_args *a) {
  if (tp_mode == TP_ANSWER) PMPI_Mrecv(NULL, 0, MPI_BYTE, a->message, MPI_STATUS_IGNORE);
}
#else
/* Creates a message handle, which is a number in this MPI, or a pointer that nobody follows. */
static void invent_message(MPI_Message *message) {
  static intptr_t last = 0x6b000000;
  *message = (MPI_Message)++last;
}

static void take_message(tc_args *a) {
  if (tp_mode == TP_ANSWER) *a->message = MPI_MESSAGE_NULL;
}
#endif

static void message(tc_args *a) {
  int none = tp_mode == TP_KEEP && *a->message == MPI_MESSAGE_NO_PROC;
  tp_int(&none);
  if (tp_mode == TP_KEEP) return;
  if (none) *a->message = MPI_MESSAGE_NO_PROC;
  else invent_message(a->message);
}

static void new_request(tp_call *c, const tp_region *r) {
  int at_once = c->comm && c->comm->size == 1 && !is_between_two(c); /* MPI may reuse the request of operations that complete at once */
  tp_request made = {.region = *r, .persistent = (c->a.has & HAS('p')) != 0};
  if (at_once) tp_region_pass(r, -1);
  int nothing = (c->a.has & HAS('s')) && c->a.source == MPI_PROC_NULL; /* MPI may use the shared request of complete operations */
  made.receives = !at_once && !nothing && r->blocks > 0;
  made.matched = is_between_two(c);
  if ((c->a.has & HAS('C'))) {
    made.promise = c->a.new_comm;
    made.parent = c->comm;
    if (tp_mode == TP_ANSWER) {
      PMPI_Comm_dup(c->a.comm, c->a.new_comm);
      tp_comm_promised(c->comm, *c->a.new_comm);
    }
  }
  tp_request_made(c, made);
}

static void outputs(tp_call *c) {
  tc_args *a = &c->a;
  uint64_t has = a->has;
  tp_region r = filled(c);
  if ((has & (HAS('Q') | HAS('A') | HAS('F'))) || ((has & HAS('B')) && (has & HAS('f')))) {
    tp_requests_after(c);
  } else if (has & (HAS('q') | HAS('p'))) {
    if (has & HAS('m')) take_message(a);
    new_request(c, &r);
  } else if ((has & HAS('S')) && is_between_two(c)) {
    int64_t elements = 0;
    if (has & HAS('f')) tp_int(a->flag);
    if ((has & HAS('f')) && !*a->flag) return;
    // Only a call with a request can be cancelled; a probe of MPICH leaves this part of the program's status as it was.
    if (tp_mode == TP_KEEP) PMPI_Status_set_cancelled(a->status, 0);
    tp_status(a->status, &elements, &r);
    tp_region_pass(&r, elements);
    if ((has & HAS('m')) && (has & HAS('c'))) message(a);
    else if (has & HAS('m')) take_message(a);
  } else {
    tp_region_pass(&r, -1);
    if (has & (HAS('C') | HAS('M'))) tp_comm_made(c->comm, has & (HAS('l') | HAS('h') | HAS('K')) ? MPI_COMM_SELF : a->comm, a->new_comm);
  }
  if ((has & HAS('D')) && tp_mode == TP_ANSWER) PMPI_Comm_free(a->freed_comm);
}

/* Whether an element of one of the call's types is too large for MPI_Pack. */
static int too_large(const tp_call *c) {
  tp_region r = filled(c);
  int large = r.blocks > 0 && !r.types && !tp_can_pass(&r.type);
  for (int i = 0; r.types && i < r.blocks && !large; i++) {
    tp_type t = tp_type_of(r.types[i]);
    large = !tp_can_pass(&t);
  }
  return large;
}

/* Calls of another thread, calls on communicators of other processes, and types that MPI cannot pack, end a payload. */
static const char *not_kept(const tp_call *c) {
  static pthread_t first;
  static int begun;
  if (!begun) first = pthread_self();
  begun = 1;
  if (!pthread_equal(first, pthread_self())) return "several threads make MPI calls";
  if ((c->a.has & (HAS('c') | HAS('u'))) && !c->comm) return "a communicator of other processes is used";
  if (too_large(c)) return "a datatype of more than 1 GiB with gaps is received";
  return NULL;
}

int tp_before(tp_call *c) {
  tc_args *a = &c->a;
  tp_depth++;
  if (a->has & (HAS('c') | HAS('u'))) c->comm = tp_comm_find(a->comm);
  const char *why = not_kept(c);
  if (why && tp_mode == TP_ANSWER) tp_fail("rank %d: %s; expected the recorded calls", tp_rank, why);
  if (why) {
    fprintf(stderr, "tracecast: rank %d: the payload ends: %s\n", tp_rank, why);
    tp_end_keeping(why);
    return tp_depth--, 0;
  }
  if (a->has & HAS('D')) {
    const tp_comm *freed = tp_comm_find(*a->freed_comm);
    c->freed = freed ? freed->number : -1;
    tp_comm_forget(*a->freed_comm);
  }
  tp_requests_before(c);
  if (tp_mode != TP_ANSWER) return 0;
  tp_expect(c->call);
  inputs(c);
  outputs(c);
  tp_calls++;
  tp_depth--;
  return 1;
}

void tp_after(tp_call *c, int result) {
  if (tp_mode == TP_KEEP) {
    if (result != MPI_SUCCESS) {
      tp_end_keeping("an MPI call failed here");
    } else {
      tp_number(c->call + 1);
      inputs(c);
      outputs(c);
      tp_calls++;
    }
  }
  if (tp_mode == TP_KEEP && tp_tape_full()) {
    tp_end_keeping("the payload has reached its limit");
    fprintf(stderr, "tracecast: rank %d: the payload has reached its limit and ends after %llu calls\n", tp_rank, (unsigned long long)tp_calls);
  }
  tp_depth--;
}
