/* The process's position in its payload, and functions that print a message and end the process. */
#include "payload.h"
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

int tp_mode = TP_OFF;
int tp_rank, tp_size;
uint64_t tp_calls, tp_sends, tp_changed;
__thread int tp_depth __attribute__((tls_model("initial-exec")));

void tp_fail(const char *format, ...) {
  char text[1000];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(text, sizeof text, format, arguments);
  fflush(stdout);
  fprintf(stderr, "error: %s\n", text);
  _exit(2);
}

/* The recorder's map.c, which is a part of this library too, calls this function. */
void tc_stop(const char *why) { tp_fail("rank %d: %s", tp_rank, why); }

void tp_report_changes(void) {
  if (tp_changed == 0) return;
  fprintf(stderr, "note: rank %d: %llu of %llu sends have other contents than in the recorded run\n", tp_rank, (unsigned long long)tp_changed,
          (unsigned long long)tp_sends);
}

void tp_all_read(const char *why) {
  tp_report_changes();
  fprintf(stderr, "note: rank %d: the payload ends after %llu calls: %s\n", tp_rank, (unsigned long long)tp_calls, why);
  fflush(stdout);
  _exit(0);
}
