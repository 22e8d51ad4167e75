/* A call from its start to its record. Its arguments are encoded before it runs, into memory of the thread. Its results are added
   afterwards. This time counts neither as computation nor as time in the call. */
#include "recorder.h"
#include <stdlib.h>
#include <string.h>

uint64_t tc_clock_ns;

static __thread struct {
  unsigned char *bytes;
  size_t used, room;
  tc_moment left; /* the last call */
  uint32_t *claimed; /* requests of the call, in order; 0 for none */
  int claimed_count, claimed_room;
  MPI_Status *statuses;
  int statuses_room;
} own __attribute__((tls_model("initial-exec")));

static unsigned char *room(size_t more) {
  if (own.used + more > own.room) {
    size_t size = own.room ? own.room : 256;
    while (size < own.used + more) size *= 2;
    unsigned char *larger = realloc(own.bytes, size);
    if (!larger) {
      tc_stop("no memory for an event");
      return NULL;
    }
    own.bytes = larger;
    own.room = size;
  }
  return own.bytes + own.used;
}

/* Terms: 0 any, 1 none, otherwise 2 + the number in zigzag. A list has the highest bit of its parameter set, and begins with its
   length. */
static void term(uint64_t code) {
  unsigned char *at = room(10);
  if (at) own.used += tc_encode(at, code);
}

static uint64_t zigzag(int64_t number) { return 2 + ((uint64_t)number << 1 ^ (uint64_t)(number >> 63)); }

static void parameter(int p) {
  unsigned char *at = room(1);
  if (at) *at = (unsigned char)p, own.used++;
}

static void number(int p, int64_t value) { parameter(p), term(zigzag(value)); }
static void any(int p) { parameter(p), term(0); }
static void none(int p) { parameter(p), term(1); }
static void list(int p, int length) { parameter(p | 0x80), term((uint64_t)length); }

static void ints(int p, const int *values, int length) {
  list(p, length);
  for (int i = 0; i < length; i++) term(zigzag(values[i]));
}

static void endpoint(int p, int rank) {
  if (rank == MPI_PROC_NULL) none(p);
  else if (rank == MPI_ANY_SOURCE) any(p);
  else number(p, rank);
}

static void tag(int p, int value) {
  if (value == MPI_ANY_TAG) any(p);
  else number(p, value);
}

/* The operation's number in the order of trace-format's Reduction. */
static int reduction(MPI_Op op) {
  MPI_Op known[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_MAXLOC, MPI_MINLOC, MPI_BAND,
                    MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_REPLACE};
  int count = (int)(sizeof known / sizeof *known);
  for (int i = 0; i < count; i++) {
    if (known[i] == op) return i;
  }
  return count;
}

static void types(int p, const MPI_Datatype *values, int length) {
  list(p, length);
  for (int i = 0; i < length; i++) term(zigzag(tc_datatype(values[i])));
}

/* Sizes of a collective. MPI_IN_PLACE is replaced by the size of the other side. Arguments that are not significant at a rank are
   empty. */
static void sizes(const tc_args *a, const tc_comm *c) {
  uint64_t has = a->has;
  int sends = !(has & HAS('x')) || a->root == c->rank, receives = !(has & HAS('y')) || a->root == c->rank;
  int blocks_out = has & HAS('u') ? c->outdegree : c->size, blocks_in = has & HAS('u') ? c->indegree : c->size;
  int from_place = (has & HAS('b')) && a->send_buffer == MPI_IN_PLACE && (has & (HAS('N') | HAS('V')));
  int to_place = (has & HAS('x')) && a->receive_buffer == MPI_IN_PLACE;
  if (has & HAS('n')) {
    int64_t count = a->count;
    if (from_place) count = has & HAS('N') ? a->receive_count : a->receive_counts[c->rank];
    number(P_count, sends ? count : 0);
  }
  if (has & HAS('t')) number(P_datatype, tc_datatype(!sends || from_place ? a->receive_datatype : a->datatype));
  if (has & HAS('N')) {
    int64_t count = a->receive_count;
    if (to_place) count = has & HAS('v') ? a->counts[c->rank] : a->count;
    number(P_receive_count, receives ? count : 0);
  }
  if (has & HAS('T')) number(P_receive_datatype, tc_datatype(!receives || to_place ? a->datatype : a->receive_datatype));
  if (has & HAS('v')) ints(P_counts, from_place ? a->receive_counts : a->counts, sends ? blocks_out : 0);
  if (has & HAS('V')) ints(P_receive_counts, a->receive_counts, receives ? blocks_in : 0);
  if (has & HAS('w')) types(P_datatypes, from_place ? a->receive_datatypes : a->datatypes, blocks_out);
  if (has & HAS('W')) types(P_receive_datatypes, a->receive_datatypes, blocks_in);
}

static int claims(int count) {
  if (count > own.claimed_room) {
    uint32_t *larger = realloc(own.claimed, (size_t)count * sizeof *larger);
    if (!larger) {
      tc_stop("no memory for requests");
      return -1;
    }
    own.claimed = larger;
    own.claimed_room = count;
  }
  own.claimed_count = count;
  return 0;
}

/* Requests and persistent ones so far */
static uint64_t made;
static uint32_t persistents;

/* A request as the number of requests made since, including itself. A persistent request counts only persistent ones, as a negative
   number. */
static void request_term(uint32_t entry) {
  const tc_request *r = tc_request_at(entry);
  if (!entry || !r->number) term(1);
  else if (r->persistent) term(zigzag(-(int64_t)(persistents - r->persistent + 1)));
  else term(zigzag((int64_t)(made - r->number + 1)));
}

static void requests(tc_event *e, tc_args *a) {
  if (a->has & (HAS('Q') | HAS('F') | HAS('B'))) {
    if (claims(1) != 0) return;
    uint32_t r = a->has & HAS('B') ? tc_request_peek(*a->request) : tc_request_claim(*a->request);
    own.claimed[0] = r;
    parameter(P_request), request_term(r);
  } else {
    if (claims(a->request_count) != 0) return;
    list(P_requests, a->request_count);
    for (int i = 0; i < a->request_count; i++) {
      uint32_t r = a->has & HAS('L') ? tc_request_peek(a->requests[i]) : tc_request_claim(a->requests[i]);
      own.claimed[i] = r;
      request_term(r);
    }
  }
  for (int i = 0; i < own.claimed_count; i++) e->wild |= own.claimed[i] && tc_request_at(own.claimed[i])->wild;
}

/* If the program ignores the status, one is requested anyway if the match of a wildcard is needed. */
static void statuses(const tc_event *e, tc_args *a) {
  if ((a->has & HAS('S')) && (e->wild || (a->has & HAS('m'))) && a->status == MPI_STATUS_IGNORE) a->status = &a->own_status;
  if ((a->has & HAS('Z')) && e->wild && a->statuses == MPI_STATUSES_IGNORE) {
    if (a->request_count > own.statuses_room) {
      MPI_Status *larger = realloc(own.statuses, (size_t)a->request_count * sizeof *larger);
      if (!larger) return;
      own.statuses = larger;
      own.statuses_room = a->request_count;
    }
    a->statuses = own.statuses;
  }
}

static void inputs(tc_event *e, tc_args *a) {
  uint64_t has = a->has;
  tc_comm *c = NULL;
  e->comm = -1;
  if (has & (HAS('c') | HAS('u'))) {
    e->comm = tc_comm_find(a->comm);
    if (e->comm < 0) {
      e->other = 1;
      return;
    }
    c = tc_comm_at(e->comm);
    if (has & HAS('u')) tc_comm_degrees(a->comm, c);
    number(P_communicator, c->id);
  }
  if (has & HAS('D')) {
    int comm = tc_comm_find(*a->freed_comm);
    if (comm < 0) e->other = 1;
    else number(P_communicator, tc_comm_at(comm)->id);
    tc_comm_forget(*a->freed_comm);
  }
  if (has & HAS('d')) endpoint(P_destination, a->destination);
  if (has & HAS('s')) endpoint(P_source, a->source);
  if (has & HAS('g')) tag(P_tag, a->tag);
  if (has & HAS('G')) tag(P_receive_tag, a->receive_tag);
  e->wild = (has & HAS('s')) && (a->source == MPI_ANY_SOURCE || (has & HAS('G') ? a->receive_tag : a->tag) == MPI_ANY_TAG)
      && a->source != MPI_PROC_NULL;
  if (has & (HAS('d') | HAS('s') | HAS('m'))) { /* point to point: all sizes count */
    if (has & HAS('n')) number(P_count, a->count);
    if (has & HAS('t')) number(P_datatype, tc_datatype(a->datatype));
    if (has & HAS('N')) number(P_receive_count, a->receive_count);
    if (has & HAS('T')) number(P_receive_datatype, tc_datatype(a->receive_datatype));
  } else if (c) {
    sizes(a, c);
  }
  if (has & (HAS('R') | HAS('x') | HAS('y'))) number(P_root, a->root);
  if (has & HAS('o')) number(P_reduction, reduction(a->op));
  if (has & HAS('l')) {
    if (a->color == MPI_UNDEFINED) none(P_color);
    else number(P_color, a->color);
  }
  if (has & HAS('K')) number(P_key, a->key);
  if (has & HAS('E')) ints(P_dimensions, a->dimensions, a->dimension_count);
  if (has & HAS('P')) {
    list(P_periods, a->dimension_count);
    for (int i = 0; i < a->dimension_count; i++) term(zigzag(a->periods[i] != 0));
  }
  if (has & HAS('U')) ints(P_sources, a->sources, a->indegree);
  if (has & HAS('O')) ints(P_destinations, a->destinations, a->outdegree);
  if (has & HAS('h')) {
    int group = tc_group(a->group);
    if (group < 0) none(P_group);
    else number(P_group, group);
  }
  if (has & HAS('Y')) tc_datatype_forget(*a->freed_type);
  if ((has & HAS('m')) && !(has & (HAS('c')))) {
    int comm, source, matched;
    if (*a->message == MPI_MESSAGE_NO_PROC) {
      none(P_source);
    } else if (tc_message_take(*a->message, &comm, &source, &matched)) {
      number(P_communicator, comm);
      number(P_matched_source, source);
      number(P_matched_tag, matched);
    } else {
      e->other = 1;
    }
  }
  if (has & (HAS('Q') | HAS('A') | HAS('B') | HAS('L') | HAS('F'))) requests(e, a);
  statuses(e, a);
}

void tc_before(tc_event *e, tc_args *a) {
  tc_enter(&e->entered);
  tc_depth++;
  own.used = 0;
  own.claimed_count = 0;
  tc_lock();
  e->site = tc_site(e->ret, e->cfa);
  inputs(e, a);
  tc_unlock();
  e->before_ns = tc_now();
}

/* Afterwards */

static void matched(const tc_event *e, const tc_args *a, int found) {
  int wild_tag = (a->has & HAS('G') ? a->receive_tag : a->tag) == MPI_ANY_TAG;
  if (!e->wild) return;
  if (a->source == MPI_ANY_SOURCE) {
    if (found && a->status->MPI_SOURCE >= 0) number(P_matched_source, a->status->MPI_SOURCE);
    else none(P_matched_source);
  }
  if (wild_tag) {
    if (found && a->status->MPI_TAG >= 0) number(P_matched_tag, a->status->MPI_TAG);
    else none(P_matched_tag);
  }
}

/* Handles a completed request of the call. */
static void over(int i, const MPI_Status *status) {
  uint32_t r = own.claimed[i];
  if (!r) return;
  own.claimed[i] = 0;
  tc_request *q = tc_request_at(r);
  if (q->pending) tc_comm_fulfil(q->pending);
  if (q->persistent) {
    tc_request_back(r);
    return;
  }
  if (q->wild && q->number && status && status->MPI_SOURCE >= 0) {
    int cancelled = 0;
    PMPI_Test_cancelled(status, &cancelled);
    if (!cancelled) tc_journal_matched(q->number, 1, status->MPI_SOURCE, status->MPI_TAG);
  }
  tc_request_drop(r);
}

static void completed(const tc_args *a) {
  uint64_t has = a->has;
  const MPI_Status *status = a->status, *all = has & HAS('Z') && a->statuses != MPI_STATUSES_IGNORE ? a->statuses : NULL;
  if (status == MPI_STATUS_IGNORE) status = NULL;
  if (has & HAS('F')) {
    if (own.claimed[0]) tc_request_drop(own.claimed[0]);
    return;
  }
  if (has & HAS('Q')) {
    if (has & HAS('f')) list(P_outcomes, 1), term(zigzag(*a->flag != 0));
    if (!(has & HAS('f')) || *a->flag) over(0, status);
  } else if (has & HAS('j')) {
    int n = *a->out_count;
    list(P_outcomes, n == MPI_UNDEFINED ? 1 : n);
    if (n == MPI_UNDEFINED) term(1);
    for (int i = 0; i < n; i++) {
      term(zigzag(a->indices[i]));
      over(a->indices[i], all ? &all[i] : NULL);
    }
  } else if (has & HAS('i')) {
    int found = !(has & HAS('f')) || *a->flag;
    list(P_outcomes, found);
    if (found && *a->index == MPI_UNDEFINED) term(1);
    if (found && *a->index != MPI_UNDEFINED) {
      term(zigzag(*a->index));
      over(*a->index, status);
    }
  } else {
    if (has & HAS('f')) list(P_outcomes, 1), term(zigzag(*a->flag != 0));
    for (int i = 0; i < own.claimed_count && (!(has & HAS('f')) || *a->flag); i++) over(i, all ? &all[i] : NULL);
  }
}

/* Open requests are put back, so the oldest of those with one handle is first again. */
static void put_back(void) {
  for (int i = own.claimed_count - 1; i >= 0; i--) {
    if (own.claimed[i]) tc_request_back(own.claimed[i]);
  }
}

static void outputs(tc_event *e, tc_args *a) {
  uint64_t has = a->has;
  struct tc_pending *pending = NULL;
  if ((has & (HAS('C') | HAS('M'))) && !e->other) {
    int id = -1;
    if (has & HAS('q')) pending = tc_comm_promise(e->comm, a->new_comm, &id);
    else id = tc_comm_define(has & HAS('M') ? -1 : e->comm, *a->new_comm);
    if (id < 0) none(P_new_communicator);
    else number(P_new_communicator, id);
  }
  if (has & HAS('H')) {
    int group = tc_group(*a->new_group);
    if (group < 0) none(P_new_group);
    else number(P_new_group, group);
  }
  if (has & (HAS('q') | HAS('p'))) {
    int counted = !e->other && !tc_muted;
    uint32_t persistent = !(has & HAS('p')) ? 0 : counted ? ++persistents : UINT32_MAX;
    tc_request_add(*a->new_request, counted ? ++made : 0, e->wild, persistent, pending);
  }
  if ((has & HAS('s')) && (has & HAS('S'))) {
    int found = !(has & HAS('f')) || *a->flag;
    if (has & HAS('f')) list(P_outcomes, 1), term(zigzag(found != 0));
    matched(e, a, found);
    if (has & HAS('m') && found && *a->message != MPI_MESSAGE_NO_PROC) {
      tc_message_add(*a->message, tc_comm_at(e->comm)->id, a->status->MPI_SOURCE, a->status->MPI_TAG);
    }
  }
  if (has & (HAS('Q') | HAS('A') | HAS('F'))) completed(a);
}

/* Computation between the last call and this one. */
static uint64_t computed(const tc_moment *entered) {
  if (own.left.ns == 0) return 0;
  uint64_t ns = tc_less(entered->ns - own.left.ns, tc_reading.ns);
  return tc_counter == TC_TIME ? ns : tc_counted(&own.left, entered, ns);
}

static void commit(int call, uint32_t site, const tc_moment *entered, uint64_t inside_ns, size_t parameters, const tc_wild *wild) {
  tc_record r = {call, site, computed(entered), tc_less(inside_ns, tc_clock_ns), own.bytes, parameters};
  tc_journal_event(&r, wild);
}

/* Whether the match of a receive is known only when its request is complete. */
static int matched_later(const tc_event *e, const tc_args *a, tc_wild *wild) {
  *wild = (tc_wild){made, a->source == MPI_ANY_SOURCE, a->tag == MPI_ANY_TAG};
  return e->wild && !e->other && (a->has & HAS('q')) && !(a->has & HAS('p'));
}

void tc_after(tc_event *e, tc_args *a, int result) {
  uint64_t after = tc_now();
  tc_lock();
  if (tc_state == TC_ON) {
    if (result == MPI_SUCCESS) outputs(e, a);
    else e->other = 1;
    if (a->has & (HAS('Q') | HAS('A'))) put_back();
    tc_wild wild;
    int later = matched_later(e, a, &wild);
    if (tc_muted) tc_missed++;
    else commit(e->other ? tc_calls + C_other : e->call, e->site, &e->entered, after - e->before_ns, e->other ? 0 : own.used, later ? &wild : NULL);
  }
  tc_unlock();
  tc_depth--;
  tc_leave(&own.left);
}

void tc_plain(int call, void *ret, void *cfa, const tc_moment *entered, uint64_t inside_ns) {
  tc_lock();
  commit(call, tc_site(ret, cfa), entered, inside_ns, 0, NULL);
  tc_unlock();
  tc_leave(&own.left);
}
