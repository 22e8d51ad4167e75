/* Makes a record of each call. Before the call runs, its arguments are encoded into memory of the thread. After the call, its results are
   added. The time of recording counts neither as computation nor as time in the call. */
#include "python.h"
#include "recorder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static __thread struct state {
  unsigned char *bytes;
  size_t used, room;
  tc_moment left; /* when the thread left its last call */
  int in_vain;    /* whether the last call was a poll that found nothing */
  uint32_t *claimed; /* entries of the call's requests, in order; 0 for none */
  int claimed_count, claimed_room;
  int first_second; /* index in claimed from which the second requests follow, see tc_request.second */
  int64_t *named; /* for each entry of claimed: the request's number; 0 for none, negative for a persistent request */
  MPI_Status *statuses;
  int statuses_room;
  unsigned char *ended; /* for each request: whether the call completed it */
  int *first_of;        /* for each second request: the index in claimed of its first request */
  int *settled;         /* indices of the requests that are complete after a failed call */
  size_t outcomes;      /* index in `bytes` at which the call's results begin */
} own __attribute__((tls_model("initial-exec")));

/* The state of a call in progress while a function of the program makes another call inside it. */
struct tc_interrupted {
  struct state state;
  const tc_event *around;
};

/* Whether the trace has no event for a call, although its effect on objects is tracked. */
static int is_left_out(const tc_event *e) { return tc_muted || e->nested; }

static unsigned char *grow(size_t more) {
  size_t size = own.room ? own.room : 256;
  while (size < own.used + more) size *= 2;
  unsigned char *larger = realloc(own.bytes, size);
  if (!larger) {
    tc_stop("no memory for an event");
    return NULL;
  }
  own.bytes = larger;
  own.room = size;
  return own.bytes + own.used;
}

static TC_INLINE unsigned char *room(size_t more) { return own.used + more > own.room ? grow(more) : own.bytes + own.used; }

/* Writes a term. Code 0 means any, 1 means none, and other codes are 2 + the number in zigzag encoding. If a parameter's highest bit is
   set, its value is a list: a length and terms. */
static void term(uint64_t code) {
  unsigned char *at = room(10);
  if (at) own.used += tc_encode(at, code);
}

static uint64_t zigzag(int64_t number) { return 2 + ((uint64_t)number << 1 ^ (uint64_t)(number >> 63)); }

static void parameter(int p) {
  unsigned char *at = room(1);
  if (at) *at = (unsigned char)p, own.used++;
}

static void number(int p, int64_t value) {
  unsigned char *at = room(11);
  if (!at) return;
  *at = (unsigned char)p;
  own.used += 1 + tc_encode(at + 1, zigzag(value));
}

static void any(int p) { parameter(p), term(0); }
static void none(int p) { parameter(p), term(1); }
static void list(int p, int length) { parameter(p | TC_LIST), term((uint64_t)length); }

static void ints(int p, const int *values, int length) {
  list(p, length);
  for (int i = 0; i < length; i++) term(zigzag(values[i]));
}

static void endpoint(int p, int rank) {
  if (rank == MPI_PROC_NULL) none(p);
  else if (rank == MPI_ANY_SOURCE) any(p);
  else number(p, rank);
}

/* Returns a partner's rank as in the trace. On an inter-communicator, calls name ranks of the other group. */
static int partner(const tc_comm *c, int rank) { return c && rank >= 0 ? rank + tc_comm_shift(c) : rank; }

static void tag(int p, int value) {
  if (value == MPI_ANY_TAG) any(p);
  else number(p, value);
}

/* Returns the operation's number in the order of the enum Reduction in trace-format. */
static int reduction(MPI_Op op) {
  MPI_Op known[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_MAXLOC, MPI_MINLOC, MPI_BAND,
                    MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR, MPI_REPLACE};
  int count = (int)(sizeof known / sizeof *known);
  for (int i = 0; i < count; i++) {
    if (known[i] == op) return i;
  }
  return count;
}

static int64_t count_at(const tc_args *a, const int *counts, int i) { return a->wide ? ((const MPI_Count *)counts)[i] : counts[i]; }

static void counts(int p, const tc_args *a, const int *values, int length) {
  list(p, length);
  for (int i = 0; i < length; i++) term(zigzag(count_at(a, values, i)));
}

static void types(int p, const MPI_Datatype *values, int length) {
  list(p, length);
  for (int i = 0; i < length; i++) term(zigzag(tc_datatype(values[i])));
}

/* Whether this rank is the root of a collective. On an inter-communicator, the other ranks of the root's group neither send nor receive. */
static int is_root(const tc_args *a, const tc_comm *c) { return c->first ? a->root == MPI_ROOT : a->root == c->rank; }
static int is_idle(const tc_args *a, const tc_comm *c) { return c->first && a->root == MPI_PROC_NULL; }
static int is_other(const tc_args *a, const tc_comm *c) { return c->first && a->root >= 0; }

static void root(const tc_args *a, const tc_comm *c) {
  if (is_idle(a, c)) none(P_root);
  else number(P_root, c->first && a->root == MPI_ROOT ? c->rank : partner(c, a->root));
}

/* Writes the sizes of a collective. MPI_IN_PLACE is replaced by the size of the other side. Arguments that are not significant at this rank
   are empty. */
static void sizes(const tc_args *a, const tc_comm *c) {
  uint64_t has = a->has;
  int rooted = (has & (HAS('R') | HAS('x') | HAS('y'))) != 0, idle = rooted && is_idle(a, c);
  int sends = !idle && (!(has & HAS('x')) || is_root(a, c)) && (!(has & HAS('y')) || !c->first || is_other(a, c));
  int receives = !idle && (!(has & HAS('y')) || is_root(a, c)) && (!(has & HAS('x')) || !c->first || is_other(a, c));
  int blocks_out = has & HAS('u') ? c->outdegree : c->size, blocks_in = has & HAS('u') ? c->indegree : c->size;
  if (c->first) {
    blocks_in = tc_comm_peers(c);
    blocks_out = has & HAS('o') ? tc_comm_own(c) : tc_comm_peers(c);
  }
  int from_place = (has & HAS('b')) && a->send_buffer == MPI_IN_PLACE && (has & (HAS('N') | HAS('V')));
  int to_place = (has & HAS('x')) && a->receive_buffer == MPI_IN_PLACE;
  if (has & HAS('n')) {
    int64_t count = a->count;
    if (from_place) count = has & HAS('N') ? a->receive_count : count_at(a, a->receive_counts, c->rank);
    number(P_count, sends ? count : 0);
  }
  MPI_Datatype type = !sends || from_place ? a->receive_datatype : a->datatype;
  MPI_Datatype receive_type = !receives || to_place ? a->datatype : a->receive_datatype;
  if (has & HAS('t')) number(P_datatype, tc_datatype(idle ? MPI_BYTE : type));
  if (has & HAS('N')) {
    int64_t count = a->receive_count;
    if (to_place) count = has & HAS('v') ? count_at(a, a->counts, c->rank) : a->count;
    number(P_receive_count, receives ? count : 0);
  }
  if (has & HAS('T')) number(P_receive_datatype, tc_datatype(idle ? MPI_BYTE : receive_type));
  if (has & HAS('v')) counts(P_counts, a, from_place ? a->receive_counts : a->counts, sends ? blocks_out : 0);
  if (has & HAS('V')) counts(P_receive_counts, a, a->receive_counts, receives ? blocks_in : 0);
  if (has & HAS('w')) types(P_datatypes, from_place ? a->receive_datatypes : a->datatypes, blocks_out);
  if (has & HAS('W')) types(P_receive_datatypes, a->receive_datatypes, blocks_in);
}

static int claims(int count) {
  if (count > own.claimed_room) {
    uint32_t *claimed = realloc(own.claimed, (size_t)count * sizeof *claimed);
    if (claimed) own.claimed = claimed;
    int64_t *named = realloc(own.named, (size_t)count * sizeof *named);
    if (named) own.named = named;
    unsigned char *ended = realloc(own.ended, (size_t)count);
    if (ended) own.ended = ended;
    int *first_of = realloc(own.first_of, (size_t)count * sizeof *first_of);
    if (first_of) own.first_of = first_of;
    int *settled = realloc(own.settled, (size_t)count * sizeof *settled);
    if (settled) own.settled = settled;
    if (!claimed || !named || !ended || !first_of || !settled) {
      tc_stop("no memory for requests");
      return -1;
    }
    own.claimed_room = count;
  }
  if (count > 0) memset(own.ended, 0, (size_t)count);
  own.claimed_count = own.first_second = count;
  return 0;
}

/* Numbers of the requests and of the persistent requests made so far */
static uint64_t made;
static uint32_t persistents;

/* Arrays of requests that earlier calls completed in part. In the trace, later calls still name the complete requests of such an array
   until all are complete. The requests that a call names in the trace therefore do not depend on the order of completion. */
enum { ARRAYS = 4 };
static struct {
  const MPI_Request *at;
  int count, room;
  int64_t *complete; /* for each request its number if it is complete, otherwise 0; then the same for second requests */
} arrays[ARRAYS];

static int array_of(const tc_args *a) {
  for (int i = 0; i < ARRAYS; i++) {
    if (arrays[i].count > 0 && arrays[i].at == a->requests && arrays[i].count == a->request_count) return i;
  }
  return -1;
}

static int new_array(const tc_args *a) {
  static int next;
  int i = next++ % ARRAYS;
  arrays[i].count = 0;
  if (a->request_count > arrays[i].room) {
    int64_t *larger = realloc(arrays[i].complete, 2 * (size_t)a->request_count * sizeof *larger);
    if (!larger) return -1;
    arrays[i].complete = larger;
    arrays[i].room = a->request_count;
  }
  arrays[i].at = a->requests;
  arrays[i].count = a->request_count;
  memset(arrays[i].complete, 0, 2 * (size_t)a->request_count * sizeof *arrays[i].complete);
  return i;
}

/* Whether a call on an array of requests may complete only some of the requests. */
static int completes_some(const tc_args *a) { return (a->has & (HAS('i') | HAS('j'))) != 0; }

static int still_open(void) {
  int open = 0;
  for (int i = 0; i < own.claimed_count; i++) open += own.claimed[i] && own.named[i];
  return open;
}

static void remember_complete(const tc_args *a) {
  int known = array_of(a);
  if (!still_open()) {
    if (known >= 0) arrays[known].count = 0;
    return;
  }
  if (known < 0 && completes_some(a)) known = new_array(a);
  for (int i = 0; known >= 0 && i < own.first_second; i++) arrays[known].complete[i] = own.claimed[i] ? 0 : own.named[i];
  for (int j = own.first_second; known >= 0 && j < own.claimed_count; j++) {
    arrays[known].complete[a->request_count + own.first_of[j]] = own.claimed[j] ? 0 : own.named[j];
  }
}

/* Writes a request as the number of requests made from this one on, including itself. A persistent request is written as the negative
   number of persistent requests made from it on. */
static void request_term(int64_t request) {
  if (request == 0) term(1);
  else if (request < 0) term(zigzag(-((int64_t)persistents + request + 1)));
  else term(zigzag((int64_t)made - request + 1));
}

static int64_t named(uint32_t entry) {
  const tc_request *r = tc_request_at(entry);
  return !entry || !r->number ? 0 : r->persistent ? -(int64_t)r->persistent : (int64_t)r->number;
}

/* Whether a call may complete only some of its requests, and one of them is persistent. The program restarts the requests that have
   completed, so with another order of completion a replay would start active requests. */
static int names_persistent(const tc_args *a) {
  for (int i = 0; persistents && completes_some(a) && i < a->request_count; i++) {
    uint32_t r = tc_request_peek(a->requests[i]);
    if (r && tc_request_at(r)->persistent && tc_request_at(r)->number) return 1;
  }
  return 0;
}

/* Returns 0 for an inactive request if the call may complete only some requests, because such a call ignores inactive requests. */
static uint32_t without_idle(const tc_event *e, const tc_args *a, uint32_t entry) {
  if (e->exact || !(a->has & (HAS('i') | HAS('j') | HAS('f'))) || !entry || !tc_request_at(entry)->persistent || tc_request_at(entry)->started) return entry;
  tc_request_back(entry);
  return 0;
}

/* Records the start of persistent requests. The start of a persistent collective is recorded after the call, as the collective that
   begins. A partitioned message is sent when its last partition is ready. */
static void starts(tc_event *e, tc_args *a) {
  int all = (a->has & HAS('L')) != 0, makes_ready = tc_call_names[e->call][4] == 'P', left = 0, collectives = 0, strange = 0;
  if (claims(all ? a->request_count : 1) != 0) return;
  for (int i = 0; i < own.claimed_count; i++) {
    uint32_t r = tc_request_peek(all ? a->requests[i] : *a->request);
    tc_request *q = tc_request_at(r);
    own.claimed[i] = r;
    own.named[i] = named(r);
    int has_none = !r || (!q->number && !q->started_as); /* the trace has no such request */
    int later = has_none || (q->partitions && !makes_ready);
    strange += has_none;
    if (!has_none && makes_ready) {
      q->ready += a->has & HAS('@') ? a->partitions : a->has & HAS('[') ? a->high - a->low + 1 : 1;
      later = q->ready < q->partitions;
    } else if (r) {
      q->started = 1;
      q->ready = 0;
    }
    own.ended[i] = (unsigned char)(later || (r && q->started_as));
    left += !own.ended[i];
    collectives += r && q->started_as;
  }
  if (makes_ready && !left) return;
  if (strange && !left && !collectives) {
    e->other = 1;
    e->why = "with requests that the trace does not have; MPI_Other in the trace";
  }
  if (collectives && !left) {
    e->done = 1;
    return;
  }
  e->call = all || !left ? tc_call_startall : tc_call_start;
  if (e->call == tc_call_start) parameter(P_request);
  else list(P_requests, left);
  for (int i = 0; i < own.claimed_count; i++) {
    if (!own.ended[i]) request_term(own.named[i]);
    own.ended[i] = 0;
  }
}

/* Whether the call only tests a request and leaves it to a later call, as MPI_Request_get_status does. */
static int tests_only(const tc_args *a) { return (a->has & HAS('B')) && (a->has & HAS('f')); }

static void add_second(int first, int64_t number) {
  if (!number) return;
  int j = own.claimed_count++;
  own.claimed[j] = own.claimed[first];
  own.named[j] = number;
  own.first_of[j] = first;
}

static int64_t second(uint32_t entry) { return entry ? (int64_t)tc_request_at(entry)->second : 0; }

/* Returns the call that takes several requests, such as MPI_Waitall for MPI_Wait. The trace needs this call if one request of the program
   is two requests in the trace, a send and a receive. */
static int on_several(int call) {
  return call == tc_call_wait ? tc_call_waitall : call == tc_call_test ? tc_call_testall : call == tc_call_waitany ? tc_call_waitsome
      : call == tc_call_testany ? tc_call_testsome : call;
}

static void requests(tc_event *e, tc_args *a) {
  int single = (a->has & (HAS('Q') | HAS('F') | HAS('B'))) != 0;
  e->exact = tc_exact || names_persistent(a);
  if (single) {
    if (claims(2) != 0) return;
    own.claimed_count = own.first_second = 1;
    uint32_t r = a->has & HAS('B') ? tc_request_peek(*a->request) : tc_request_claim(*a->request);
    if (a->has & HAS('Q')) r = without_idle(e, a, r);
    own.claimed[0] = r;
    own.named[0] = named(r);
    if (tests_only(a)) e->call = tc_begun_as[e->call];
    if (a->has & HAS('Q')) add_second(0, second(r));
  } else {
    if (claims(2 * a->request_count) != 0) return;
    own.claimed_count = own.first_second = a->request_count;
    int known = !e->exact && (a->has & HAS('A')) ? array_of(a) : -1;
    for (int i = 0; i < a->request_count; i++) {
      uint32_t r = a->has & HAS('L') ? tc_request_peek(a->requests[i]) : without_idle(e, a, tc_request_claim(a->requests[i]));
      own.claimed[i] = r;
      own.named[i] = r || known < 0 ? named(r) : arrays[known].complete[i];
    }
    for (int i = 0; i < a->request_count && (a->has & HAS('A')); i++) {
      add_second(i, own.claimed[i] || known < 0 ? second(own.claimed[i]) : arrays[known].complete[a->request_count + i]);
    }
  }
  if (own.claimed_count > own.first_second) e->call = on_several(e->call);
  if (single && own.claimed_count == 1) parameter(P_request);
  else list(P_requests, own.claimed_count);
  for (int i = 0; i < own.claimed_count; i++) request_term(own.named[i]);
  for (int i = 0; i < own.claimed_count; i++) e->wild |= own.claimed[i] && tc_request_at(own.claimed[i])->wild;
}

static MPI_Status *own_statuses(int count) {
  if (count > own.statuses_room) {
    MPI_Status *larger = realloc(own.statuses, (size_t)count * sizeof *larger);
    if (!larger) return NULL;
    own.statuses = larger;
    own.statuses_room = count;
  }
  return own.statuses;
}

/* Passes the recorder's own status to MPI if the program ignores the status, but the recorder needs the match of a wildcard. */
static void statuses(const tc_event *e, tc_args *a) {
  if ((a->has & HAS('S')) && (e->wild || (a->has & HAS('m'))) && a->status == MPI_STATUS_IGNORE) a->status = &a->own_status;
  if ((a->has & HAS('Z')) && e->wild && a->statuses == MPI_STATUSES_IGNORE) {
    MPI_Status *kept = own_statuses(a->request_count);
    if (kept) a->statuses = kept;
  }
}

/* Whether a call begins a send and a receive that share a request. The trace has an event for each of the two operations. A wait for the
   request waits for both operations. */
static int is_exchange_begun(const tc_args *a) { return (a->has & HAS('q')) && (a->has & HAS('d')) && (a->has & HAS('s')); }

static void is_foreign(tc_event *e, MPI_Comm comm) {
  e->other = 1;
  e->why = tc_comm_foreign(comm);
}

static void inputs(tc_event *e, tc_args *a) {
  uint64_t has = a->has;
  tc_comm *c = NULL;
  e->comm = -1;
  if (has & (HAS('c') | HAS('u'))) {
    e->comm = tc_comm_find(a->comm);
    if (e->comm < 0) {
      is_foreign(e, a->comm);
      return;
    }
    c = tc_comm_at(e->comm);
    if (has & HAS('u')) tc_comm_degrees(a->comm, c);
    number(P_communicator, c->id);
    if (is_exchange_begun(a)) return; /* exchange_begun() records the exchange after the call */
    if ((has & ~(HAS('q') | HAS('J'))) == HAS('c')) return; /* a barrier has no sizes */
  }
  if (has & HAS('X')) {
    int comm = tc_comm_find(a->inter_comm);
    if (comm >= 0) number(P_communicator, tc_comm_at(comm)->id);
  }
  if (has & HAS('D')) {
    int comm = tc_comm_find(*a->freed_comm);
    if (comm < 0) is_foreign(e, *a->freed_comm);
    else number(P_communicator, tc_comm_at(comm)->id);
    e->comm = tc_comm_forget(*a->freed_comm);
  }
  if (has & HAS('d')) endpoint(P_destination, partner(c, a->destination));
  if (has & HAS('s')) endpoint(P_source, partner(c, a->source));
  if (has & HAS('g')) tag(P_tag, a->tag);
  if (has & HAS('G')) tag(P_receive_tag, a->receive_tag);
  e->wild = (has & HAS('s')) && (a->source == MPI_ANY_SOURCE || (has & HAS('G') ? a->receive_tag : a->tag) == MPI_ANY_TAG)
      && a->source != MPI_PROC_NULL;
  if (has & (HAS('d') | HAS('s') | HAS('m'))) { /* point to point: all sizes are significant */
    if (has & HAS('n')) number(P_count, has & HAS('@') ? a->count * a->partitions : a->count);
    if (has & HAS('t')) number(P_datatype, tc_datatype(a->datatype));
    if (has & HAS('N')) number(P_receive_count, a->receive_count);
    if (has & HAS('T')) number(P_receive_datatype, tc_datatype(a->receive_datatype));
  } else if (c) {
    sizes(a, c);
  }
  if (has & (HAS('R') | HAS('x') | HAS('y'))) root(a, c);
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
  int looked_at = (has & (HAS('B') | HAS('L'))) != 0;
  if (looked_at && !tests_only(a) && (has & HAS('L') || tc_call_names[e->call][4] != 'C')) starts(e, a);
  else if (has & (HAS('Q') | HAS('A') | HAS('B') | HAS('F'))) requests(e, a);
  statuses(e, a);
}

static void begin_others(const tc_event *own_event);
static void enter(tc_event *e, tc_args *a);

/* Saves the state of the call around this one. Returns whether this call is tracked. */
static int interrupt(tc_event *e) {
  e->interrupted = malloc(sizeof *e->interrupted);
  if (!e->interrupted) tc_stop("no memory for a call inside another");
  if (!e->interrupted) return 0;
  e->interrupted->state = own;
  e->interrupted->around = tc_around;
  memset(&own, 0, sizeof own);
  return tc_state == TC_ON;
}

void tc_before(tc_event *e, tc_args *a) {
  tc_enter(&e->entered);
  if (own.in_vain) tc_poll_entered();
  tc_depth++;
  e->asked = e->call;
  if (!e->nested || interrupt(e)) {
    own.used = 0;
    own.claimed_count = 0;
    tc_python_look();
    tc_lock();
    if (tc_threaded && !e->nested) begin_others(e);
    e->site = tc_site(e->ret, e->cfa);
    inputs(e, a);
    if (tc_threaded && !e->nested) enter(e, a);
    tc_unlock();
  }
  tc_around = e;
  e->before_ns = tc_now();
}

/* After the call */

static void matched(const tc_event *e, const tc_args *a, const tc_comm *c, int found) {
  int wild_tag = (a->has & HAS('G') ? a->receive_tag : a->tag) == MPI_ANY_TAG;
  if (!e->wild) return;
  if (a->source == MPI_ANY_SOURCE) {
    if (found && a->status->MPI_SOURCE >= 0) number(P_matched_source, partner(c, a->status->MPI_SOURCE));
    else none(P_matched_source);
  }
  if (wild_tag) {
    if (found && a->status->MPI_TAG >= 0) number(P_matched_tag, a->status->MPI_TAG);
    else none(P_matched_tag);
  }
}

/* Whether the call is a poll: it returns at once, even if nothing is complete. */
static int polls(const tc_event *e, const tc_args *a) { return (a->has & (HAS('f') | HAS('?'))) || ((a->has & HAS('j')) && tc_call_names[e->call][4] == 'T'); }

/* Returns the index in claimed of the second request that belongs to request i; -1 for none. */
static int second_of(int i) {
  int j = own.first_second;
  while (j < own.claimed_count && own.first_of[j] != i) j++;
  return j < own.claimed_count ? j : -1;
}

static void outcome(int i) {
  term(zigzag(i));
  if (second_of(i) >= 0) term(zigzag(second_of(i)));
}

/* Handles the completion of the call's request i. */
static void over(int i, const MPI_Status *status) {
  uint32_t r = own.claimed[i];
  if (!r) return;
  own.claimed[i] = 0;
  own.ended[i] = own.named[i] != 0;
  int j = second_of(i);
  if (j >= 0) own.claimed[j] = 0, own.ended[j] = 1;
  tc_request *q = tc_request_at(r);
  if (q->pending) tc_comm_fulfil(q->pending);
  if (q->started_as) {
    q->number = 0;
    q->started = 0;
    tc_request_back(r);
    return;
  }
  if (q->persistent) {
    q->started = 0;
    tc_request_back(r);
    return;
  }
  if (q->wild && q->number && status && status->MPI_SOURCE >= 0) {
    int cancelled = 0;
    PMPI_Test_cancelled(status, &cancelled);
    if (!cancelled) tc_journal_matched(q->number, 1, status->MPI_SOURCE + q->shift, status->MPI_TAG);
  }
  tc_request_drop(r);
}

static void outcomes(const tc_args *a) {
  uint64_t has = a->has;
  const MPI_Status *status = a->status, *all = has & HAS('Z') && a->statuses != MPI_STATUSES_IGNORE ? a->statuses : NULL;
  if (status == MPI_STATUS_IGNORE) status = NULL;
  if (has & HAS('F')) {
    if (own.claimed[0]) tc_request_drop(own.claimed[0]);
    return;
  }
  if (tests_only(a)) {
    list(P_outcomes, 1), term(zigzag(*a->flag != 0));
    own.ended[0] = *a->flag && own.named[0];
    if (*a->flag) own.claimed[0] = 0;
  } else if (has & HAS('Q')) {
    if (has & HAS('f')) list(P_outcomes, 1), term(zigzag(*a->flag != 0));
    if (!(has & HAS('f')) || *a->flag) over(0, status);
  } else if (has & HAS('j')) {
    int n = *a->out_count;
    int seconds = 0;
    for (int i = 0; i < n; i++) seconds += second_of(a->indices[i]) >= 0;
    list(P_outcomes, n == MPI_UNDEFINED ? 1 : n + seconds);
    if (n == MPI_UNDEFINED) term(1);
    for (int i = 0; i < n; i++) {
      outcome(a->indices[i]);
      over(a->indices[i], all ? &all[i] : NULL);
    }
  } else if (has & HAS('i')) {
    int found = !(has & HAS('f')) || *a->flag;
    list(P_outcomes, found && *a->index != MPI_UNDEFINED && second_of(*a->index) >= 0 ? 2 : found);
    if (found && *a->index == MPI_UNDEFINED) term(1);
    if (found && *a->index != MPI_UNDEFINED) {
      outcome(*a->index);
      over(*a->index, status);
    }
  } else {
    if (has & HAS('f')) list(P_outcomes, 1), term(zigzag(*a->flag != 0));
    for (int i = 0; i < own.first_second && (!(has & HAS('f')) || *a->flag); i++) over(i, all ? &all[i] : NULL);
  }
}

/* Calls that returned with an error. If a buffer was too small, the receive or collective has still taken the message. A call on requests
   has completed the requests whose handles are now MPI_REQUEST_NULL. */

static int yes = 1;

/* Whether a request is complete after a failed call. MPI keeps the handle of a persistent request, unless it frees the request. */
static int is_settled(const tc_args *a, int i, int error) {
  uint32_t r = own.claimed[i];
  if (!r) return 0;
  if ((a->has & HAS('Q') ? *a->request : a->requests[i]) == MPI_REQUEST_NULL) return 1;
  if (!tc_request_at(r)->started) return 0;
  if (a->has & HAS('Q')) return error == MPI_ERR_TRUNCATE;
  if (a->has & HAS('i')) return error == MPI_ERR_TRUNCATE && *a->index == i;
  if (error != MPI_ERR_IN_STATUS) return 0;
  if (!(a->has & HAS('j'))) return a->statuses == MPI_STATUSES_IGNORE || a->statuses[i].MPI_ERROR != MPI_ERR_PENDING;
  for (int k = 0; k < *a->out_count; k++) {
    if (a->indices[k] == i) return 1;
  }
  return 0;
}

/* Drops a persistent request that Open MPI has freed together with its failed operation. */
static void drop_persistent(const tc_args *a, int i) {
  tc_request *q = tc_request_at(own.claimed[i]);
  if ((!q->persistent && !q->started_as) || (a->has & HAS('Q') ? *a->request : a->requests[i]) != MPI_REQUEST_NULL) return;
  free(q->started_as);
  q->started_as = NULL;
  q->persistent = 0;
  q->wild = 0;
}

/* Turns a failed call that completed some requests of an array into MPI_Waitsome or MPI_Testsome of these requests. */
static void complete_some(tc_event *e, tc_args *a, int *count) {
  int returns_at_once = polls(e, a);
  MPI_Status *kept = a->statuses == MPI_STATUSES_IGNORE || !(a->has & HAS('Z')) ? NULL : own_statuses(a->request_count);
  for (int k = 0; kept && k < *count; k++) kept[k] = a->statuses[own.settled[k]];
  a->statuses = kept ? kept : MPI_STATUSES_IGNORE;
  a->has = (a->has & ~(HAS('i') | HAS('f') | HAS('S'))) | HAS('j') | HAS('Z');
  a->out_count = count;
  a->indices = own.settled;
  e->exact = 1;
  e->call = returns_at_once ? tc_call_testsome : tc_call_waitsome;
}

static int settle(tc_event *e, tc_args *a, int error, int *count) {
  int open = 0;
  *count = 0;
  for (int i = 0; i < own.first_second; i++) {
    open += own.claimed[i] != 0;
    if (is_settled(a, i, error)) own.settled[(*count)++] = i;
  }
  if (!*count) return 0;
  for (int k = 0; k < *count; k++) drop_persistent(a, own.settled[k]);
  if (a->has & HAS('f')) a->flag = &yes;
  if (a->has & HAS('Q')) return 1;
  if ((a->has & HAS('j')) && error == MPI_ERR_IN_STATUS && *a->out_count == *count) return 1;
  if ((a->has & HAS('i')) && *count == 1) a->index = own.settled;
  else if (*count < open || completes_some(a)) complete_some(e, a, count);
  return 1;
}

/* Whether a failed call still took its message or completed requests, as a successful call does. */
static int took_part(tc_event *e, tc_args *a, int error, int *count) {
  if (e->other) return 0;
  if (a->has & (HAS('Q') | HAS('A'))) return settle(e, a, error, count);
  return error == MPI_ERR_TRUNCATE && (a->has & HAS('r')) && !(a->has & (HAS('q') | HAS('p') | HAS('J')));
}

/* Puts open requests back into the table, the last one first, so that the oldest request with a handle is first again. */
static void put_back(void) {
  for (int i = own.first_second - 1; i >= 0; i--) {
    if (own.claimed[i]) tc_request_back(own.claimed[i]);
  }
}

/* Writes this rank's neighbours in a graph, or none without a graph. They come from MPI, because other ranks may have added edges. */
static void edges(MPI_Comm made) {
  int kind = MPI_UNDEFINED, rank, in = 0, out = 0, weighted, *sources = NULL, *destinations = NULL;
  if (made != MPI_COMM_NULL) PMPI_Topo_test(made, &kind);
  if (kind == MPI_GRAPH) {
    PMPI_Comm_rank(made, &rank);
    PMPI_Graph_neighbors_count(made, rank, &in);
    sources = malloc(sizeof *sources * (size_t)(in + 1));
    if (sources) PMPI_Graph_neighbors(made, rank, in, sources);
    destinations = sources;
    out = in;
  } else if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(made, &in, &out, &weighted);
    sources = malloc(sizeof *sources * 2 * (size_t)(in + out + 1));
    if (sources) {
      destinations = sources + in;
      int *weights = destinations + out;
      PMPI_Dist_graph_neighbors(made, in, sources, weights, out, destinations, weights + in);
    }
  }
  ints(P_sources, sources, sources ? in : 0);
  ints(P_destinations, destinations, sources ? out : 0);
  free(sources);
}

/* Keeps a new persistent request. */
static void keeps_request(tc_event *e, tc_args *a, const tc_comm *c) {
  tc_request made_here = {.shift = c ? tc_comm_shift(c) : 0};
  int begins = tc_begun_as[e->call], counted = !e->other && !is_left_out(e);
  if (a->has & (HAS('d') | HAS('s'))) {
    e->call = begins;
    made_here.number = counted ? ++made : 0;
    made_here.persistent = counted ? ++persistents : UINT32_MAX;
    made_here.partitions = a->has & HAS('d') ? a->partitions : 0;
  } else if (!e->other && (made_here.started_as = malloc(sizeof *made_here.started_as + own.used))) {
    made_here.started_as->call = begins;
    made_here.started_as->length = own.used;
    memcpy(made_here.started_as->parameters, own.bytes, own.used);
    own.used = 0;
  }
  tc_request_add(*a->new_request, made_here);
}

static int makes_graph_of_all(const char *call) { return !strcmp(call, "MPI_Graph_create") || !strcmp(call, "MPI_Dist_graph_create"); }

static void outputs(tc_event *e, tc_args *a) {
  uint64_t has = a->has;
  if (!(has & (HAS('C') | HAS('M') | HAS('H') | HAS('q') | HAS('p') | HAS('J') | HAS('s') | HAS('Q') | HAS('A') | HAS('F') | HAS('^'))) && !tests_only(a)) return;
  struct tc_pending *pending = NULL;
  const tc_comm *c = e->comm < 0 ? NULL : tc_comm_at(e->comm);
  if ((has & (HAS('C') | HAS('M'))) && !e->other) {
    int id = -1;
    if (has & HAS('q')) pending = tc_comm_promise(e->comm, a->new_comm, &id);
    else id = tc_comm_define(has & HAS('M') ? -1 : e->comm, *a->new_comm);
    if (id < 0 && *a->new_comm != MPI_COMM_NULL) tc_comm_leave_out(*a->new_comm, tc_call_names[e->call]);
    if (id < 0) none(P_new_communicator);
    else number(P_new_communicator, id);
    if (makes_graph_of_all(tc_call_names[e->call])) edges(*a->new_comm);
  }
  if (has & HAS('^')) tc_comm_adopt(*a->new_comm, e->name ? e->name : tc_call_names[e->call]);
  if (has & HAS('H')) {
    int group = tc_group(*a->new_group);
    if (group < 0) none(P_new_group);
    else number(P_new_group, group);
  }
  if (has & (HAS('q') | HAS('p'))) {
    int counted = !e->other && !is_left_out(e);
    uint32_t persistent = !(has & HAS('p')) ? 0 : counted ? ++persistents : UINT32_MAX;
    tc_request_add(*a->new_request, (tc_request){
        .number = counted ? ++made : 0,
        .persistent = persistent,
        .wild = (unsigned char)e->wild,
        .shift = c ? tc_comm_shift(c) : 0,
        .pending = pending});
  }
  if (has & HAS('J')) keeps_request(e, a, c);
  if ((has & HAS('s')) && (has & HAS('S')) && c) {
    int found = !(has & HAS('f')) || *a->flag;
    if (has & HAS('f')) list(P_outcomes, 1), term(zigzag(found != 0));
    matched(e, a, c, found);
    if (has & HAS('m') && found && *a->message != MPI_MESSAGE_NO_PROC) {
      tc_message_add(*a->message, c->id, partner(c, a->status->MPI_SOURCE), a->status->MPI_TAG);
    }
  }
  if ((has & (HAS('Q') | HAS('A') | HAS('F'))) || tests_only(a)) {
    own.outcomes = own.used;
    outcomes(a);
  }
  if ((has & HAS('A')) && !e->exact) remember_complete(a);
}

/* Returns the time since the last call. */
static uint64_t between(const tc_moment *entered) { return tc_less(tc_less(entered->ns, own.left.ns), tc_reading.ns); }

/* Returns the computation between the last call and this one. */
static uint64_t computed(const tc_moment *entered) {
  if (own.left.ns == 0) return 0;
  uint64_t ns = between(entered);
  return tc_counter == TC_TIME ? ns : tc_counted(&own.left, entered, ns);
}

static tc_record record_of(int call, uint32_t site, const tc_moment *entered, uint64_t inside_ns, size_t parameters) {
  return (tc_record){call, site, computed(entered), tc_less(inside_ns, tc_clock_ns), 0, own.bytes, parameters, tc_structure_place()};
}

/* Whether time decides what a call completes or finds, and therefore how often the program calls it. */
static int by_time(const tc_event *e, const tc_args *a) {
  return !tc_exact && !e->other && (a->has & (HAS('i') | HAS('j') | HAS('f'))) != 0;
}

static int found(const tc_args *a) {
  if (a->has & HAS('?')) return *a->polled != 0;
  if (a->has & HAS('j')) return *a->out_count != MPI_UNDEFINED && *a->out_count > 0;
  if (a->has & HAS('i')) return (!(a->has & HAS('f')) || *a->flag) && *a->index != MPI_UNDEFINED;
  return *a->flag != 0;
}

static void commit_attempt(const tc_event *e, const tc_args *a, tc_record *r) {
  tc_attempt attempt = {.polls = polls(e, a), .found = found(a)};
  if (e->exact && attempt.found) {
    r->calls = (uint64_t)attempt.polls;
    tc_journal_call(r);
    tc_series_exact(r, attempt.polls);
    return;
  }
  attempt.probes = !(a->has & (HAS('Q') | HAS('A') | HAS('B')));
  if (attempt.probes) {
    attempt.complete = attempt.found;
  } else {
    attempt.requests = own.named;
    attempt.count = own.claimed_count;
    for (int i = 0; i < own.claimed_count; i++) {
      const tc_request *open = tc_request_at(own.claimed[i]);
      attempt.complete += own.named[i] && (!own.claimed[i] || (open->persistent && !open->started));
      attempt.ended += own.ended[i];
    }
  }
  attempt.complete = tc_series_complete(r, &attempt);
  number(P_completions, attempt.complete);
  r->parameters = own.bytes;
  size_t whole = r->length;
  r->calls = 1;
  r->length = own.used;
  tc_journal_call(r);
  r->length = attempt.probes ? whole : own.outcomes; /* leaves the outcomes out: in a replay, time decides which requests complete */
  tc_series_event(r, NULL, &attempt);
}

static void commit(const tc_record *r, const tc_wild *wild) {
  tc_journal_call(r);
  tc_series_event(r, wild, NULL);
}

/* Records the collectives that a start begins. The first collective has the times of the call, the others none. */
static void begin_collectives(const tc_args *a, tc_record *r) {
  for (int i = 0; (a->has & (HAS('B') | HAS('L'))) && i < own.claimed_count; i++) {
    tc_request *q = tc_request_at(own.claimed[i]);
    if (!own.claimed[i] || !q->started_as || !q->started || q->number) continue;
    q->number = ++made;
    tc_record one = *r;
    one.call = q->started_as->call;
    one.parameters = q->started_as->parameters;
    one.length = q->started_as->length;
    commit(&one, NULL);
    r->compute = r->inside_ns = 0;
    r->place = tc_structure_place();
  }
}

/* Threads. If calls of other threads are recorded while a blocking call waits, it becomes two events: a non-blocking operation, and a wait
   for this operation. Events are therefore in an order that a rank without threads could execute, whatever the other ranks do. */

enum { INSIDE = 1024 };
static tc_event *inside[INSIDE]; /* the calls in progress */
static int inside_count;
static uint64_t recorded_ns;

static void begin_part(tc_event *e, tc_args part, int call, uint64_t inside_ns) {
  size_t from = own.used;
  tc_event begun = *e;
  begun.call = call;
  inputs(&begun, &part);
  e->begun[e->begun_count++] = ++made;
  tc_record r = {call, e->site, e->compute, inside_ns, 0, own.bytes + from, own.used - from, tc_structure_place()};
  tc_wild wild = {made, part.source == MPI_ANY_SOURCE, part.tag == MPI_ANY_TAG};
  commit(&r, begun.wild ? &wild : NULL);
  own.used = from;
  e->compute = 0;
}

static void begin_exchange(tc_event *e, const tc_args *a, uint64_t inside_ns) {
  tc_args part = *a;
  part.has = HAS('r') | HAS('n') | HAS('t') | HAS('s') | HAS('g') | HAS('c');
  part.tag = part.receive_tag;
  if (a->has & HAS('N')) {
    part.count = part.receive_count;
    part.datatype = part.receive_datatype;
  }
  begin_part(e, part, tc_call_irecv, inside_ns);
  part = *a;
  part.has = HAS('b') | HAS('n') | HAS('t') | HAS('d') | HAS('g') | HAS('c');
  begin_part(e, part, tc_call_isend, 0);
}

static void begin(tc_event *e) {
  tc_args part = *e->args;
  if ((part.has & HAS('d')) && (part.has & HAS('s'))) {
    begin_exchange(e, &part, 0);
  } else if (tc_begun_as[e->call] >= 0) {
    part.has &= ~HAS('S');
    begin_part(e, part, tc_begun_as[e->call], 0);
  }
}

static void begin_others(const tc_event *own_event) {
  for (int i = 0; i < inside_count; i++) {
    tc_event *e = inside[i];
    if (!tc_muted && e != own_event && !e->begun_count && !e->other && !(e->args->has & (HAS('J') | HAS('B'))) && !is_exchange_begun(e->args)) begin(e);
  }
}

/* Whether the result of two concurrent calls depends on which call MPI executes first. */
static int unordered(const tc_event *e, const tc_event *f) {
  const tc_args *a = e->args, *b = f->args;
  uint64_t both = a->has & b->has;
  if (e->comm < 0 || e->comm != f->comm) return 0;
  if (!((a->has | b->has) & (HAS('d') | HAS('s')))) return 1;
  if ((both & HAS('d')) && a->destination == b->destination && a->tag == b->tag) return 1;
  int tag = a->has & HAS('G') ? a->receive_tag : a->tag, other_tag = b->has & HAS('G') ? b->receive_tag : b->tag;
  return (both & HAS('s')) && (a->source == b->source || a->source == MPI_ANY_SOURCE || b->source == MPI_ANY_SOURCE)
      && (tag == other_tag || tag == MPI_ANY_TAG || other_tag == MPI_ANY_TAG);
}

static void enter(tc_event *e, tc_args *a) {
  static int noted;
  e->args = a;
  e->begun_count = 0;
  e->compute = computed(&e->entered);
  uint64_t since = tc_less(e->entered.ns, recorded_ns);
  if (tc_counter != TC_INSTRUCTIONS && e->compute > since) e->compute = since;
  for (int i = 0; !noted && i < inside_count; i++) {
    if (!unordered(e, inside[i])) continue;
    tc_log_note("threads made matching calls on one communicator at the same time; the order of these calls in the trace is a guess");
    noted = 1;
  }
  if (inside_count < INSIDE) inside[inside_count++] = e;
}

static void leave(const tc_event *e) {
  int i = 0;
  while (i < inside_count && inside[i] != e) i++;
  if (i < inside_count) inside[i] = inside[--inside_count];
}

/* Records the end of a blocking call as a wait. Its begin was recorded as a nonblocking call. */
static void end_begun(const tc_event *e, const tc_args *a, tc_record *r) {
  own.used = 0;
  if (e->begun_count == 1) parameter(P_request);
  else list(P_requests, e->begun_count);
  for (int i = 0; i < e->begun_count; i++) request_term(e->begun[i]);
  if (e->wild) {
    int known = !e->other && a->status->MPI_SOURCE >= 0;
    const tc_comm *c = tc_comm_at(e->comm);
    tc_journal_matched(e->begun[0], known, known ? partner(c, a->status->MPI_SOURCE) : 0, known ? a->status->MPI_TAG : 0);
  }
  r->call = e->begun_count == 1 ? tc_call_wait : tc_call_waitall;
  r->parameters = own.bytes;
  r->length = own.used;
  commit(r, NULL);
}

/* Whether the match of a receive is known only when its request is complete. */
static int matched_later(const tc_event *e, const tc_args *a, tc_wild *wild) {
  *wild = (tc_wild){made, a->source == MPI_ANY_SOURCE, a->tag == MPI_ANY_TAG};
  return e->wild && !e->other && (a->has & HAS('q')) && !(a->has & HAS('p'));
}

static void exchange_begun(tc_event *e, const tc_args *a, uint64_t inside_ns) {
  tc_request both = {.shift = tc_comm_shift(tc_comm_at(e->comm))};
  if (!is_left_out(e)) {
    own.used = 0;
    if (!tc_threaded) e->compute = computed(&e->entered);
    e->begun_count = 0;
    begin_exchange(e, a, tc_less(inside_ns, tc_clock_ns));
    both.number = (uint64_t)e->begun[0];
    both.second = (uint64_t)e->begun[1];
    both.wild = (a->source == MPI_ANY_SOURCE || a->receive_tag == MPI_ANY_TAG) && a->source != MPI_PROC_NULL;
    e->begun_count = 0;
    e->done = 1;
  }
  tc_request_add(*a->new_request, both);
}

/* Restores the state of the call around a call that has ended. */
static void resume(tc_event *e, uint64_t ns) {
  free(own.bytes);
  free(own.claimed);
  free(own.named);
  free(own.ended);
  free(own.first_of);
  free(own.settled);
  free(own.statuses);
  own = e->interrupted->state;
  tc_around = e->interrupted->around;
  free(e->interrupted);
  if (!tc_muted) tc_lost_inside(e, tc_around, ns);
}

void tc_after(tc_event *e, tc_args *a, int result) {
  uint64_t after = tc_now();
  int polled_in_vain = own.in_vain;
  own.in_vain = 0;
  tc_around = NULL;
  tc_lock();
  if (tc_threaded && !e->nested) {
    leave(e);
    begin_others(e);
  }
  if (tc_state == TC_ON) {
    int begun = tc_threaded && e->begun_count > 0, error = MPI_SUCCESS, took = 1, settled;
    if (result != MPI_SUCCESS) {
      PMPI_Error_class(result, &error);
      took = took_part(e, a, error, &settled);
      e->other = !took;
    }
    if (took && is_exchange_begun(a) && !e->other) exchange_begun(e, a, tc_less(after, e->before_ns));
    else if (took && !begun) outputs(e, a);
    if ((a->has & (HAS('Q') | HAS('A'))) || (!took && (a->has & HAS('F')))) put_back();
    if ((a->has & HAS('D')) && e->comm >= 0) tc_comm_forgotten(e->comm, took ? MPI_COMM_NULL : *a->freed_comm);
    tc_wild wild;
    int later = matched_later(e, a, &wild);
    if (tc_muted && !begun) tc_lost("between MPI_Pcontrol(0) and the next MPI_Pcontrol; " TC_LEFT_OUT, tc_less(after, e->before_ns));
    else if (!e->nested) {
      tc_record r = record_of(e->other ? tc_calls + C_other : e->call, e->site, &e->entered, tc_less(after, e->before_ns), e->other ? 0 : own.used);
      if (tc_threaded) r.compute = e->compute;
      if (tc_polling && !e->other && polls(e, a)) {
        if (polled_in_vain) tc_poll(&r, between(&e->entered));
        own.in_vain = !found(a);
      }
      if (result != MPI_SUCCESS) tc_lost_failed(tc_event_name(e), error, took, r.inside_ns);
      else if (e->other && e->why) tc_lost(e->why, r.inside_ns);
      if (took) begin_collectives(a, &r);
      if (begun && took) end_begun(e, a, &r);
      else if (!e->done && by_time(e, a)) commit_attempt(e, a, &r);
      else if (!e->done) commit(&r, later ? &wild : NULL);
    }
  }
  if (tc_threaded) recorded_ns = tc_now();
  if (e->interrupted) resume(e, tc_less(after, e->before_ns));
  tc_unlock();
  tc_depth--;
  if (e->nested) return;
  if (own.in_vain) tc_poll_left();
  tc_leave(&own.left);
}

void tc_plain(int call, void *ret, void *cfa, const tc_moment *entered, uint64_t inside_ns) {
  tc_python_look();
  tc_lock();
  own.in_vain = 0;
  tc_record r = record_of(call, tc_site(ret, cfa), entered, inside_ns, 0);
  commit(&r, NULL);
  tc_unlock();
  tc_leave(&own.left);
}
