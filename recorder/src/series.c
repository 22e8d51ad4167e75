/* Adds up calls whose number depends on time: waits and tests that complete some of the same requests, and polls that find nothing.
   Successive calls at one site become one event, whatever each of them completed. The event has the requests of the first call, the number
   of requests that are complete in the end, the sum of all times, and the number of calls. Polls that found nothing also become a part of
   the poll after them that finds something. */
#include "recorder.h"
#include <stdlib.h>
#include <string.h>

static struct {
  int open;
  tc_record record;
  unsigned char *bytes;
  size_t room;
  tc_attempt attempt; /* the first call's attempt, but found and complete cover all calls */
  int64_t *requests;
  int requests_room;
} held;

void tc_series_end(void) {
  if (!held.open) return;
  held.open = 0;
  tc_journal_event(&held.record, NULL);
}

/* Keeps the parameters of the series. */
static int keep_parameters(const unsigned char *bytes, size_t length) {
  if (length + 16 > held.room) {
    size_t more = 2 * length + 64;
    unsigned char *larger = realloc(held.bytes, more);
    if (!larger) return -1;
    held.bytes = larger;
    held.room = more;
  }
  if (bytes != held.bytes) memcpy(held.bytes, bytes, length);
  held.record.parameters = held.bytes;
  held.record.length = length;
  return 0;
}

static void tell_complete(size_t length) {
  if (held.attempt.probes) return;
  held.bytes[length] = P_completions;
  held.record.length = length + 1 + tc_encode(held.bytes + length + 1, 2 + 2 * (uint64_t)held.attempt.complete);
}

static size_t without_complete; /* length of the parameters without the number of complete requests */

static int hold(const tc_record *r, const tc_attempt *a) {
  held.record = *r;
  held.attempt = *a;
  if (a->count > held.requests_room) {
    int64_t *larger = realloc(held.requests, (size_t)a->count * sizeof *larger);
    if (!larger) return -1;
    held.requests = larger;
    held.requests_room = a->count;
  }
  if (a->count > 0) memcpy(held.requests, a->requests, (size_t)a->count * sizeof *a->requests);
  if (keep_parameters(r->parameters, r->length) != 0) return -1;
  without_complete = r->length;
  tell_complete(without_complete);
  held.open = 1;
  return 0;
}

/* Whether all requests of a call are among the series' requests, in the same order. */
static int same_requests(const tc_attempt *a) {
  int at = 0;
  for (int i = 0; i < a->count; i++) {
    if (a->requests[i] == 0) continue;
    while (at < held.attempt.count && held.requests[at] != a->requests[i]) at++;
    if (at++ == held.attempt.count) return 0;
  }
  return 1;
}

static int continues(const tc_record *r, const tc_attempt *a) {
  if (!held.open || held.record.call != r->call || held.record.site != r->site) return 0;
  return a->probes ? !held.attempt.found : same_requests(a);
}

int tc_series_complete(const tc_record *r, const tc_attempt *a) {
  return !a->probes && continues(r, a) ? held.attempt.complete + a->ended : a->complete;
}

static void add_times(const tc_record *r) {
  tc_structure_back(&r->place);
  held.record.compute += r->compute;
  held.record.inside_ns += r->inside_ns;
  held.record.calls += r->calls;
}

/* Whether the series so far has only polls that found nothing. */
static int idle_so_far(void) { return held.open && held.attempt.polls && !held.attempt.found; }

/* Returns a poll, with the times and counts of the polls before it that found nothing. */
static tc_record with_idle(const tc_record *r) {
  tc_record whole = *r;
  whole.compute += held.record.compute;
  whole.inside_ns += held.record.inside_ns;
  whole.calls += held.record.calls;
  tc_place_add(&whole.place, &held.record.place);
  held.open = 0;
  return whole;
}

static void take(const tc_record *r, const tc_attempt *a) {
  int idle = idle_so_far();
  if (continues(r, a)) {
    add_times(r);
    held.attempt.found |= a->found;
    if (a->probes) {
      if (keep_parameters(r->parameters, r->length) == 0) return;
    } else {
      held.attempt.complete = a->complete;
      tell_complete(without_complete);
      return;
    }
  } else if (idle && a->polls && !a->found) {
    add_times(r);
    return;
  } else if (idle && a->polls) {
    tc_record whole = with_idle(r);
    if (hold(&whole, a) == 0) return;
  } else {
    tc_series_end();
    if (hold(r, a) == 0) return;
  }
  held.open = 0;
  tc_stop("no memory for a series of calls");
}

void tc_series_exact(const tc_record *r, int polls) {
  tc_record whole = *r;
  if (polls && idle_so_far()) whole = with_idle(r);
  else tc_series_end();
  tc_journal_event(&whole, NULL);
}

void tc_series_event(const tc_record *r, const tc_wild *wild, const tc_attempt *a) {
  if (a) {
    take(r, a);
    if (held.open) tc_journal_held(&held.record);
  } else {
    tc_series_end();
    tc_journal_event(r, wild);
  }
}
