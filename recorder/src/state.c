/* The recorder's state, which all its parts read. This file depends on no other part. */
#include "recorder.h"
#include <pthread.h>

volatile int tc_state = TC_IDLE;
int tc_muted, tc_begun, tc_threaded, tc_with_init;
int tc_raw, tc_exact;
int tc_rank = -1, tc_size;
uint64_t tc_clock_ns;
__thread int tc_depth __attribute__((tls_model("initial-exec")));

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void tc_lock(void) {
  if (tc_threaded) pthread_mutex_lock(&mutex);
}

void tc_unlock(void) {
  if (tc_threaded) pthread_mutex_unlock(&mutex);
}
