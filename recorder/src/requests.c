/* Requests by handle: a hash table of queues. MPI may reuse handle values. A completion finds the oldest request with the handle's value.
   In an MPI whose requests never share a value, an older request with the same value must have completed. */
#include "recorder.h"
#include <stdlib.h>
#include <string.h>

static tc_request *entries; /* entry 0 means no request */
static uint32_t capacity, count = 1, unused;
static uint32_t *heads, buckets;
static uint32_t live;

tc_request *tc_request_at(uint32_t entry) { return &entries[entry]; }

static uint32_t bucket(uintptr_t handle) {
  uint64_t h = handle * 0x9E3779B97F4A7C15u;
  return (uint32_t)(h >> 32) & (buckets - 1);
}

/* Whether requests can share a handle: MPI implementations use one request for all operations that complete at once. */
static int shared(uintptr_t handle) {
#if defined(MPICH_VERSION) || defined(MPICH)
  return (handle >> 30 & 3) == 1;
#elif defined(OPEN_MPI) && defined(TC_LINKED)
  extern char ompi_request_empty __attribute__((weak));
  return handle == (uintptr_t)&ompi_request_empty;
#elif defined(OPEN_MPI)
  static void *empty;
  static int looked;
  if (!looked++) empty = tc_next_if_any("ompi_request_empty");
  return handle == (uintptr_t)empty;
#else
  (void)handle;
  return 1;
#endif
}

static int grow(void) {
  if (unused == 0 && count >= capacity) {
    uint32_t more = capacity ? 2 * capacity : 256;
    tc_request *larger = realloc(entries, more * sizeof *entries);
    if (!larger) return -1;
    entries = larger;
    capacity = more;
  }
  if (live >= buckets) {
    uint32_t more = buckets ? 2 * buckets : 256, *larger = calloc(more, sizeof *larger), old = buckets;
    if (!larger) return -1;
    uint32_t *before = heads;
    heads = larger;
    buckets = more;
    for (uint32_t b = 0; b < old; b++) {
      for (uint32_t e = before[b], next; e; e = next) {
        next = entries[e].next;
        uint32_t *at = &heads[bucket(entries[e].handle)];
        while (*at) at = &entries[*at].next; /* appends, to keep the queue's order */
        entries[e].next = 0;
        *at = e;
      }
    }
    free(before);
  }
  return 0;
}

static uint32_t *find(uintptr_t handle) {
  if (!buckets) return NULL;
  uint32_t *at = &heads[bucket(handle)];
  while (*at && entries[*at].handle != handle) at = &entries[*at].next;
  return *at ? at : NULL;
}

void tc_request_add(MPI_Request request, tc_request made) {
  uintptr_t handle = KEY(request);
  if (!shared(handle)) {
    uint32_t old = tc_request_claim(request);
    if (old) tc_request_drop(old);
  }
  if (grow() != 0) {
    tc_stop("no memory for a request");
    return;
  }
  uint32_t e = unused ? unused : count++;
  if (unused) unused = entries[e].next;
  entries[e] = made;
  entries[e].handle = handle;
  entries[e].next = 0;
  uint32_t *at = &heads[bucket(handle)];
  while (*at) at = &entries[*at].next;
  *at = e;
  live++;
}

uint32_t tc_request_peek(MPI_Request request) {
  uint32_t *at = find(KEY(request));
  return at ? *at : 0;
}

uint32_t tc_request_claim(MPI_Request request) {
  uint32_t *at = find(KEY(request));
  if (!at) return 0;
  uint32_t e = *at;
  *at = entries[e].next;
  live--;
  return e;
}

void tc_request_back(uint32_t e) {
  uint32_t *at = &heads[bucket(entries[e].handle)];
  entries[e].next = *at;
  *at = e;
  live++;
}

void tc_request_drop(uint32_t e) {
  free(entries[e].started_as);
  if (entries[e].wild && entries[e].number && !entries[e].persistent) tc_journal_matched(entries[e].number, 0, 0, 0);
  entries[e].next = unused;
  unused = e;
}
