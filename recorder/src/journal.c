/* Keeps events safe from a sudden end of the process. Events go to a tail, which is mapped from the rank's file, before they are folded.
   When the tail is full, the folded program is written as a whole and a new tail begins. There are two tails and two folded programs; one
   word selects the valid tail and the valid program. So the folded program and the tail together always hold all events. An event whose
   wildcard is not matched yet waits in the tail, with all events after it. If the tail cannot hold them, folding ends. These events and all
   later ones then go to the log unfolded. */
#define _GNU_SOURCE
#include "fold.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

/* An open receive with a wildcard, or a receive that was matched while an earlier receive is still open. */
typedef struct {
  uint64_t request;
  size_t at; /* offset of the event in the tail */
  int any_source, any_tag, over, source, tag;
} wildcard;

enum { WAITING = 1 << 11, RECORD = 64, PLACES = 1 << 14 }; /* PLACES suffice for a tail, because each event in it has at least 7 bytes */

static unsigned char *tail;
static size_t used, folded; /* used: bytes of the tail. folded: bytes of its folded events */
static uint32_t epoch;
static int gave_up;
static uint64_t events, requests; /* number of folded events, and of their requests */
static wildcard waiting[WAITING];
static uint32_t first, last; /* index of the first waiting receive, and index after the last */
static tc_place places[PLACES]; /* of the tail's events that are not folded yet: their positions in the program's structure */
static uint32_t first_place, last_place;

/* Writes the position in the log, the number of folded events, the number of their requests, the communicators and the folded program. */
static void pack_folded(tc_packer *p) {
  tc_pack_number(p, tc_log_position());
  tc_pack_number(p, events);
  tc_pack_number(p, requests);
  tc_comms_pack(p);
  tc_fold_pack(p);
}

/* Begins a new tail with the waiting events. */
static int checkpoint(void) {
  if (tc_state == TC_STOPPED) return -1;
  if (tc_log_folded(epoch + 1, pack_folded) != 0) {
    char why[200];
    snprintf(why, sizeof why, "the folded trace cannot be written: %s", strerror(errno));
    tc_stop(why);
    return -1;
  }
  epoch++;
  unsigned char *next = tc_log_tail(epoch);
  memcpy(next, tail + folded, used - folded);
  tail = next;
  used -= folded;
  for (uint32_t w = first; w != last; w++) waiting[w % WAITING].at -= folded;
  folded = 0;
  tc_log_turn(epoch, used, gave_up);
  return 0;
}

static void give_up(void) {
  if (checkpoint() != 0) return;
  tc_log_bytes(tail, used);
  tc_log_commit();
  gave_up = 1;
  used = folded = 0;
  first = last = 0;
  tc_log_turn(epoch, 0, 1);
}

static size_t parameters(const unsigned char *from) {
  const unsigned char *at = from;
  while (*at) {
    uint64_t length = 1, skipped;
    if (*at++ & TC_LIST) at += tc_decode(at, &length);
    for (; length > 0; length--) at += tc_decode(at, &skipped);
  }
  return (size_t)(at - from);
}

const unsigned char *tc_skip_event(const unsigned char *at) {
  uint64_t skipped;
  for (int i = 0; i < TC_EVENT_FIELDS; i++) at += tc_decode(at, &skipped);
  return at + parameters(at) + 1;
}

static void take(int call, uint32_t site, const tc_place *place, uint64_t compute, uint64_t inside_ns, uint64_t calls, const unsigned char *bytes, size_t length) {
  static uint32_t path;
  tc_time time = {{(float)compute, (float)inside_ns}, path};
  path = site + 1;
  tc_fold(call, site, place, &time, calls, bytes, length);
  events++;
  requests += tc_call_makes_request[call];
}

/* Folds an event of the tail, with the matches of its wildcards. */
static size_t take_waiting(const unsigned char *from, const wildcard *w) {
  const unsigned char *at = from;
  uint64_t call, site, compute, inside_ns, calls;
  at += tc_decode(at, &call);
  at += tc_decode(at, &site);
  at += tc_decode(at, &compute);
  at += tc_decode(at, &inside_ns);
  at += tc_decode(at, &calls);
  size_t length = parameters(at);
  const tc_place *place = &places[first_place++ % PLACES];
  unsigned char with[512];
  if (w && length < sizeof with - 24) {
    size_t n = length;
    memcpy(with, at, n);
    if (w->any_source) with[n++] = P_matched_source, n += tc_encode(with + n, w->over > 0 ? 2 + 2 * (uint64_t)w->source : 1);
    if (w->any_tag) with[n++] = P_matched_tag, n += tc_encode(with + n, w->over > 0 ? 2 + 2 * (uint64_t)w->tag : 1);
    take((int)call, (uint32_t)site, place, compute, inside_ns, calls, with, n);
  } else {
    take((int)call, (uint32_t)site, place, compute, inside_ns, calls, at, length);
  }
  return (size_t)(at - from) + length + 1;
}

/* Folds the tail's events in order, up to the first event whose wildcard is not matched yet. */
static void drain(void) {
  while (folded < used) {
    const wildcard *w = first != last && waiting[first % WAITING].at == folded ? &waiting[first % WAITING] : NULL;
    if (w && !w->over) return;
    int kind = tail[folded++];
    if (kind == R_event) {
      folded += take_waiting(tail + folded, w);
    } else {
      uint64_t skipped;
      for (int left = kind == R_match ? TC_MATCH_FIELDS : TC_COMM_FIELDS; left > 0; left--) folded += tc_decode(tail + folded, &skipped);
    }
    if (w) first++;
  }
}

static void append(const void *bytes, size_t length) {
  memcpy(tail + used, bytes, length);
  used += length;
}

/* Makes room for an event in the tail. Returns 0 if folding ends for lack of room. */
static int fits(size_t length) {
  if (gave_up) return 0;
  if (used + length <= TC_TAIL) return 1;
  if (used - folded + length > TC_TAIL / 2) give_up();
  else if (checkpoint() == 0) return 1;
  return 0;
}

void tc_journal_open(void) {
  tail = tc_log_tail(0);
  tc_singles_begin();
}

void tc_journal_record(const unsigned char *bytes, size_t length) {
  if (tc_state == TC_STOPPED) return;
  if (fits(length)) {
    int waits = folded < used;
    tc_log_turn(epoch, used, 0);
    append(bytes, length);
    if (!waits) folded = used;
    tc_log_turn(epoch, used, 0);
  } else if (gave_up && !tc_raw) {
    tc_log_bytes(bytes, length);
    tc_log_commit();
  }
}

/* Writes an event without its parameters, in at most RECORD bytes. */
static size_t begin(unsigned char *into, int kind, const tc_record *r) {
  size_t n = 0;
  into[n++] = (unsigned char)kind;
  n += tc_encode(into + n, (uint64_t)r->call);
  n += tc_encode(into + n, r->site);
  n += tc_encode(into + n, r->compute);
  n += tc_encode(into + n, r->inside_ns);
  n += tc_encode(into + n, r->calls);
  return n;
}

static void to_log(int kind, const tc_record *r) {
  unsigned char start[RECORD];
  tc_log_bytes(start, begin(start, kind, r));
  tc_log_bytes(r->parameters, r->length);
  tc_log_bytes("", 1);
  tc_log_commit();
}

void tc_journal_call(const tc_record *r) {
  if (tc_raw && tc_state != TC_STOPPED) to_log(R_call, r);
}

/* Writes an event behind the tail, which must have room for it. Returns its length. */
static size_t put(const tc_record *r) {
  unsigned char *at = tail + used;
  tc_log_turn(epoch, used, 0);
  size_t n = begin(at, R_event, r);
  memcpy(at + n, r->parameters, r->length);
  at[n + r->length] = 0;
  return n + r->length + 1;
}

/* Returns the most bytes that an event takes in the tail. */
static size_t most(const tc_record *r) { return RECORD + r->length + 1; }

/* Writes an event that may still change. The event stands behind the tail, where the next record replaces it. */
void tc_journal_held(const tc_record *r) {
  if (gave_up || tc_state == TC_STOPPED) return;
  if (used + most(r) > TC_TAIL) tc_log_turn(epoch, used, 0);
  else tc_log_turn(epoch, used + put(r), 0);
}

static void take_record(const tc_record *r) {
  take(r->call, r->site, &r->place, r->compute, r->inside_ns, r->calls, r->parameters, r->length);
}

void tc_journal_event(const tc_record *r, const tc_wild *wild) {
  if (tc_state == TC_STOPPED) return;
  tc_singles_add(r->compute);
  if (_setjmp(tc_no_memory)) {
    tc_stop("no memory to fold");
    return;
  }
  if (gave_up) {
    to_log(R_event, r);
    return;
  }
  if (most(r) > TC_TAIL / 2 && folded == used && !wild) { /* a rare event that is too long for the tail */
    take_record(r);
    checkpoint();
    return;
  }
  if (wild && last - first == WAITING) give_up();
  if (!fits(most(r))) {
    if (gave_up && tc_state != TC_STOPPED) to_log(R_event, r);
    return;
  }
  int waits = folded < used || wild;
  if (wild) waiting[last++ % WAITING] = (wildcard){wild->request, used, wild->source, wild->tag, 0, 0, 0};
  used += put(r);
  tc_log_turn(epoch, used, 0);
  if (!waits) {
    take_record(r);
    folded = used;
  } else {
    places[last_place++ % PLACES] = r->place;
  }
}

void tc_journal_matched(uint64_t request, int known, int source, int tag) {
  if (known) {
    unsigned char match[RECORD];
    size_t n = 0;
    match[n++] = R_match;
    n += tc_encode(match + n, request);
    n += tc_encode(match + n, (uint64_t)source);
    n += tc_encode(match + n, (uint64_t)tag);
    if (tc_raw) {
      tc_log_bytes(match, n);
      tc_log_commit();
    }
    tc_journal_record(match, n);
  }
  for (uint32_t w = first; w != last; w++) {
    wildcard *at = &waiting[w % WAITING];
    if (at->request != request || at->over) continue;
    at->over = known ? 1 : -1;
    at->source = source;
    at->tag = tag;
    if (w == first && tc_state != TC_STOPPED) {
      if (_setjmp(tc_no_memory)) tc_stop("no memory to fold");
      else drain();
    }
    return;
  }
}

/* Folds the waiting events without the matches of their wildcards, and writes everything. Returns whether all events are folded. */
int tc_journal_end(void) {
  tc_singles_end();
  for (uint32_t w = first; w != last; w++) waiting[w % WAITING].over |= waiting[w % WAITING].over == 0 ? -1 : 0;
  if (tc_state == TC_STOPPED || gave_up) return 0;
  if (_setjmp(tc_no_memory)) {
    tc_stop("no memory to fold");
    return 0;
  }
  drain();
  return checkpoint() == 0;
}
