/* Starts, stops and ends the recording: MPI_Init, MPI_Finalize, MPI_Pcontrol, and failures. The program continues in any case. */
#define _GNU_SOURCE
#include "merge.h"
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char mpi_version[TC_VERSION_LENGTH];

/* Whether recording may begin. Handles differ between MPIs, so the program must use the MPI that this library was built for. */
int tc_may_begin(void) {
  if (tc_state != TC_IDLE || !getenv(TC_ENV_RECORD)) return 0;
  if (!tc_foreign(mpi_version)) return 1;
  tc_stop("the recorder was built for another MPI than the program; name the mpicc of the program's MPI with --mpicc");
  return 0;
}

/* Notes what must be known before MPI starts. Call it before each call that may begin the recording. */
void tc_before_mpi(void) {
  if (tc_state != TC_IDLE) return;
  tc_clock_compare();
  tc_node_before_mpi();
}

/* Returns the cost of reading the clock: the least of many differences between two successive readings. */
static uint64_t clock_cost(void) {
  uint64_t least = UINT64_MAX;
  for (int i = 0; i < 1000; i++) {
    uint64_t from = tc_now(), cost = tc_now() - from;
    if (cost < least) least = cost;
  }
  return least;
}

static void in_child(void) {
  if (tc_state == TC_ON) tc_state = TC_STOPPED; /* after fork, the log belongs to the parent */
  tc_begun = 0;
}

#define TC_NAME(name) #name,

static void log_names(void) {
  static const char *const parameters[] = {TC_PARAMETERS(TC_NAME)};
  tc_log_number(R_calls);
  int count = 0;
  while (tc_call_names[count]) count++;
  tc_log_number((uint64_t)count);
  for (int i = 0; i < count; i++) tc_log_text(tc_call_names[i]);
  tc_log_number(R_parameters);
  tc_log_number(P_all - 1);
  for (int i = 0; i < P_all - 1; i++) tc_log_text(parameters[i]);
  if (tc_counter != TC_TIME) {
    tc_log_number(R_counter);
    tc_log_number((uint64_t)tc_counter);
  }
  tc_log_commit();
}

void tc_begin(int call, void *ret, void *cfa, const tc_moment *entered, uint64_t inside_ns, int spawned) {
  const char *folder = getenv(TC_ENV_RECORD);
  if (!folder || !*folder || tc_state != TC_IDLE) return;
  tc_raw = getenv(TC_ENV_RAW) != NULL;
  const char *completions = getenv(TC_ENV_COMPLETIONS);
  tc_exact = completions && strcmp(completions, "exact") == 0;
  tc_communicators_init();
  if (spawned) {
    tc_stop("processes that another program spawned are not recorded");
  } else if (tc_log_open(folder) != 0) {
    char why[4200];
    const char *cause = errno == ENOSPC || errno == EDQUOT ? "disk full" : strerror(errno);
    tc_log_unwritable(folder, cause);
    snprintf(why, sizeof why, "cannot write a log in %s: %s", folder, cause);
    tc_stop(why);
    tc_begun = tc_together(0);
  } else {
    tc_begun = 1;
    tc_clock_begin();
    tc_clock_ns = clock_cost();
    tc_counter_begin();
    tc_polling_begin();
    tc_node_begin(mpi_version);
    pthread_atfork(NULL, NULL, in_child);
    tc_state = TC_ON;
    tc_structure_begin();
    log_names();
    tc_journal_open();
    tc_plain(call, ret, cfa, entered, inside_ns);
  }
}

/* Begins the recording, unless a session has begun it before. */
static void begin(int call, void *ret, void *cfa, const tc_moment *entered, uint64_t inside_ns) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Comm parent = MPI_COMM_NULL;
  tc_depth++;
  tc_with_init = 1;
  PMPI_Query_thread(&provided);
  if (tc_state == TC_ON) {
    tc_threaded |= provided == MPI_THREAD_MULTIPLE;
    tc_plain(call, ret, cfa, entered, inside_ns);
  } else {
    PMPI_Comm_rank(MPI_COMM_WORLD, &tc_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &tc_size);
    PMPI_Comm_get_parent(&parent);
    tc_threaded = provided == MPI_THREAD_MULTIPLE;
    tc_begin(call, ret, cfa, entered, inside_ns, parent != MPI_COMM_NULL);
  }
  tc_depth--;
}

typedef int (*tc_type_Init)(int *argc, char ***argv);
typedef int (*tc_type_Init_thread)(int *argc, char ***argv, int required, int *provided);
typedef int (*tc_type_Finalize)(void);
typedef int (*tc_type_Pcontrol)(int level, ...);
typedef int (*tc_type_Abort)(tc_word comm, int code);

static TC_INLINE int tc_record_Init(tc_type_Init real, int *argc, char ***argv) {
  if (tc_depth || (!tc_recording() && !tc_may_begin())) return real(argc, argv);
  tc_depth++;
  tc_before_mpi();
  tc_moment entered = {.ns = tc_now()};
  int result = real(argc, argv);
  uint64_t after = tc_now();
  tc_depth--;
  if (result == MPI_SUCCESS) begin(tc_calls + C_init, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered, after - entered.ns);
  return result;
}

static TC_INLINE int tc_record_Init_thread(tc_type_Init_thread real, int *argc, char ***argv, int required, int *provided) {
  if (tc_depth || (!tc_recording() && !tc_may_begin())) return real(argc, argv, required, provided);
  tc_depth++;
  tc_before_mpi();
  tc_moment entered = {.ns = tc_now()};
  int result = real(argc, argv, required, provided);
  uint64_t after = tc_now();
  tc_depth--;
  if (result == MPI_SUCCESS) {
    begin(tc_calls + C_init_thread, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered, after - entered.ns);
  }
  return result;
}

/* Informs the payload library, if there is one, that the program's communication is over. */
static void end_payload(void) {
  void (*end)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "tracecast_payload_end");
  if (end) end();
}

/* Ends the recording, and merges the ranks' recordings if all ranks are recorded. The ranks' waits for each other count as time in
   MPI_Finalize. */
void tc_finish(void *ret, void *cfa, const tc_moment *entered) {
  MPI_Comm own = MPI_COMM_NULL;
  end_payload();
  int complete = 0, together = tc_together(1);
  uint64_t before = tc_now();
  MPI_Request made;
  if (!tc_with_init) together = together && tc_world_comm(&own) == 0;
  else together = together && PMPI_Comm_idup(MPI_COMM_WORLD, &own, &made) == MPI_SUCCESS && tc_wait(&made) == 0;
  uint64_t after = tc_now();
  if (tc_state == TC_ON) {
    tc_plain(tc_calls + C_finalize, ret, cfa, entered, after - before);
    tc_counter_note();
    tc_lost_write();
    complete = tc_journal_end();
  }
  if (tc_state == TC_ON) {
    tc_node_end();
    tc_log_close();
  }
  if (together) {
    PMPI_Comm_set_errhandler(own, MPI_ERRORS_RETURN);
    tc_merge(own, complete && tc_state == TC_ON);
    PMPI_Comm_free(&own);
    if (tc_rank == 0) tc_together_no_more();
  }
  tc_state = TC_STOPPED;
}

static TC_INLINE int tc_record_Finalize(tc_type_Finalize real) {
  if (!tc_begun || tc_depth) return real();
  tc_moment entered;
  tc_enter(&entered);
  tc_depth++;
  int whole = tc_state == TC_ON;
  tc_finish(__builtin_return_address(0), __builtin_dwarf_cfa(), &entered);
  tc_world_end();
  tc_begun = 0;
  tc_event e = {.asked = tc_calls + C_finalize, .real = (const void *)real};
  tc_around = &e;
  tc_ending = whole;
  int result = real();
  tc_ending = 0;
  tc_around = NULL;
  tc_lost_after();
  tc_depth--;
  return result;
}

/* An error handler may call MPI_Abort inside the call that failed. */
static TC_INLINE int tc_record_Abort(tc_type_Abort real, tc_word comm, int code) {
  if (tc_state == TC_ON) {
    tc_depth++;
    tc_lock();
    tc_series_end();
    tc_log_note("MPI_Abort was called");
    tc_unlock();
  }
  return real(comm, code);
}

/* Another tool may handle the call. The tool gets only the level, because the recorder does not know the types of further arguments. */
static TC_INLINE int tc_record_Pcontrol(tc_type_Pcontrol real, int level) {
  int recorded = tc_recording();
  tc_moment entered;
  if (recorded) tc_enter(&entered);
  tc_depth++;
  if (recorded && !tc_muted) tc_plain(tc_calls + C_pcontrol, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered, 0);
  if (recorded) tc_muted = level == 0;
  int result = real(level);
  tc_depth--;
  return result;
}

TC_ENTRIES(Init, tc_calls + C_init, (int *argc, char ***argv), (argc, argv))
TC_ENTRIES(Init_thread, tc_calls + C_init_thread, (int *argc, char ***argv, int required, int *provided), (argc, argv, required, provided))
TC_ENTRIES(Finalize, tc_calls + C_finalize, (void), ())
TC_ENTRIES(Pcontrol, tc_calls + C_pcontrol, (int level, ...), (level))
TC_ENTRIES(Abort, TC_ABORT, (tc_word comm, int code), (comm, code))
