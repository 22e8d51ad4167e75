/* Time between polls. Between a poll that finds nothing and the next poll, a program that only waits runs its loop. This time counts as
   waiting and not as computation, because it depends on the network. Unlike work, this time is short and regular, or the thread
   sleeps. Work takes longer than 2 us, because otherwise the polls would cost a program a tenth of its time. Work is also irregular if the
   loop runs a task only now and then: an iteration with the task takes longer than the others. */
#define _GNU_SOURCE
#include "recorder.h"
#include <stdlib.h>
#include <string.h>

enum {
  SLEPT_NS = 100000, /* processor time of a system call that sleeps, and of an interpreter around that call */
  SLEPT_PART = 10,  /* a thread that slept ran for less than 1 / SLEPT_PART of the time between polls */
  SITES = 64
};

int tc_polling;

static __thread struct {
  int watched; /* whether the thread's processor time between this poll and the next call is measured */
  uint64_t left, entered;
  struct {
    uint32_t site;
    uint32_t least_ns; /* shortest time between polls at the site; 0 if none is known */
  } sites[SITES];
} own __attribute__((tls_model("initial-exec")));

void tc_polling_begin(void) {
  const char *wanted = getenv(TC_ENV_POLLING);
  tc_polling = !(wanted && strcmp(wanted, "computation") == 0);
}

void tc_poll_left(void) {
  if (own.watched) own.left = tc_processor_time();
}

void tc_poll_entered(void) {
  if (own.watched) own.entered = tc_processor_time();
}

static uint64_t smaller(uint64_t one, uint64_t other) { return one < other ? one : other; }

static int regular(uint32_t site, uint64_t ran) {
  uint32_t *least = &own.sites[site % SITES].least_ns;
  if (own.sites[site % SITES].site != site) *least = 0;
  own.sites[site % SITES].site = site;
  uint32_t now = (uint32_t)(ran < TC_POLL_ALIKE_NS ? TC_POLL_ALIKE_NS : ran);
  if (!*least || now < *least) *least = now;
  return now <= TC_POLL_REGULAR * *least;
}

/* Counts the time between two polls as waiting if it is short and regular, or if the thread slept. The thread's processor time is read only
   after a long time between polls, because reading it takes as long as a poll. */
void tc_poll(tc_record *r, uint64_t ns) {
  uint64_t ran = tc_counter == TC_PROCESSOR_TIME ? r->compute : own.watched ? smaller(ns, tc_less(own.entered, own.left)) : ns;
  int slept = ran <= SLEPT_NS && ran < ns / SLEPT_PART;
  own.watched = tc_counter != TC_PROCESSOR_TIME && ns > SLEPT_NS;
  if (!slept && (ran > TC_POLL_SHORT_NS || !regular(r->site, ran))) return;
  r->compute = 0;
  r->inside_ns += ns;
}
