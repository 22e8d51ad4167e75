/* The recorder wraps MPI's calls and writes their arguments, one log per rank. ARCHITECTURE.md describes how the parts work
   together. */
#ifndef TRACECAST_RECORDER_H
#define TRACECAST_RECORDER_H

#include "shared.h"
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* How the library finds the MPI functions that it passes calls to. If preloaded, the library is also loaded into launchers and shells. It
   therefore does not require MPI, and finds MPI when the program has loaded it. If linked (TC_LINKED), the library precedes MPI in the link
   order. The linker wraps PMPI's names (build.sh), so that the calls of the Fortran bindings arrive here, too. The real functions then have
   other names. */
#define TC_EXPORT __attribute__((visibility("default")))
#define TC_INLINE inline __attribute__((always_inline))

/* A handle as an argument. Handles are pointers in one MPI and ints in another. If the program uses another MPI than this library
   was built for, its calls are passed on unchanged. A word is wide enough for both kinds of handles. */
typedef uintptr_t tc_word;

/* Declares an entry for calls of an MPI function. The entry's name in C differs, because its parameters differ from those of mpi.h. A call
   by MPI_X is passed to the next MPI_X, which is that of another tool if there is one. A call by PMPI_X, such as a call that the other tool
   makes, is passed to the next PMPI_X, which is MPI's. */
#define TC_ENTRY(entry, symbol, parameters) \
  TC_EXPORT int entry parameters __asm__(symbol); \
  TC_EXPORT int entry parameters
#ifdef TC_LINKED
#define TC_PMPI_SYMBOL "__wrap_P"
#define TC_REAL(prefix, name, slot, pmpi) (void (*)(void))__real_PMPI_##name
#define TC_LINK(prefix, name) TC_LINKED_AS(prefix##name, __real_PMPI_##name, "__real_P" #prefix #name)
#define TC_LINKED_AS(of, real, symbol) extern __typeof__(of) real __asm__(symbol);
#else
#include "late.h"
#define TC_PMPI_SYMBOL "P"
#define TC_REAL(prefix, name, slot, pmpi) tc_resolve(pmpi, slot, (pmpi) ? "P" #prefix #name : #prefix #name)
#define TC_LINK(prefix, name)
#endif
#define TC_ENTRIES(name, slot, parameters, arguments) TC_ENTRIES_OF(MPI_, name, slot, parameters, arguments)
#define TC_ENTRIES_OF(prefix, name, slot, parameters, arguments) \
  TC_LINK(prefix, name) \
  TC_ENTRY(tc_mpi_##name, #prefix #name, parameters) { return tc_record_##name((tc_type_##name)TC_REAL(prefix, name, slot, 0) TC_ARGUMENTS arguments); } \
  TC_ENTRY(tc_pmpi_##name, TC_PMPI_SYMBOL #prefix #name, parameters) { return tc_record_##name((tc_type_##name)TC_REAL(prefix, name, slot, 1) TC_ARGUMENTS arguments); }
/* Declares entries for wrappers that need to know by which name they were called. */
#define TC_WRAPPED(prefix, name, slot, parameters, arguments) \
  TC_LINK(prefix, name) \
  TC_ENTRY(tc_mpi_##name, #prefix #name, parameters) { return tc_record_##name((tc_type_##name)TC_REAL(prefix, name, slot, 0), 0 TC_ARGUMENTS arguments); } \
  TC_ENTRY(tc_pmpi_##name, TC_PMPI_SYMBOL #prefix #name, parameters) { return tc_record_##name((tc_type_##name)TC_REAL(prefix, name, slot, 1), 1 TC_ARGUMENTS arguments); }
#define TC_ARGUMENTS(...) __VA_OPT__(, ) __VA_ARGS__

#define HAS(letter) (1ULL << ((letter) & 63))
#define KEY(handle) ((uintptr_t)(handle))

/* The arguments of a call, with the names of calls.txt. Only the arguments in `has` are set. */
typedef struct {
  uint64_t has;
  const void *send_buffer, *receive_buffer;
  int64_t count, receive_count;
  const int *counts, *receive_counts; /* elements are MPI_Count if the call is wide */
  int wide;
  MPI_Datatype datatype, receive_datatype;
  const MPI_Datatype *datatypes, *receive_datatypes;
  MPI_Op op;
  int root, destination, source, tag, receive_tag, color, key, request_count, partitions, low, high;
  MPI_Comm comm, inter_comm, *new_comm, *freed_comm;
  MPI_Request *new_request, *request, *requests;
  MPI_Status *status, *statuses;
  int *flag, *index, *out_count, *indices;
  const int *polled;
  MPI_Message *message;
  MPI_Group group, *new_group;
  MPI_Datatype *freed_type;
  int dimension_count, indegree, outdegree;
  const int *dimensions, *periods, *sources, *destinations;
  MPI_Status own_status;
} tc_args;

/* The moment at which a thread enters or leaves a call. */
typedef struct {
  uint64_t ns;
  uint64_t count, enabled, running; /* for counters other than time: the value, how long the counter should have run, and how long it ran */
} tc_moment;

/* A call in progress. */
typedef struct {
  int call;
  int asked; /* the call that the program made, which may be recorded as another call */
  void *ret; /* return address, and start of the caller's frame */
  void *cfa;
  uint32_t site;
  int other; /* whether the call is not modelled and has only a name and a time */
  int nested; /* whether this call is made inside another call, by a function that MPI calls; it is then counted, not recorded */
  const void *real; /* the function that the call is passed to */
  const char *why;  /* why the call is not modelled, as text for tc_lost; or NULL */
  const char *name; /* name of a call outside of the table */
  int wild;  /* whether it has a wildcard, or completes a request with a wildcard */
  int comm;  /* the communicator's internal number, -1 for none */
  int done;  /* whether nothing is left to record */
  int exact; /* whether the completed requests are recorded although they depend on time */
  tc_moment entered;
  uint64_t before_ns;
  struct tc_interrupted *interrupted; /* the state of the call around this one */
  /* With threads: */
  tc_args *args;
  uint64_t compute;
  int64_t begun[2]; /* numbers of the requests that were recorded for this unfinished call */
  int begun_count;
} tc_event;

/* Parameters by their names in the trace. The log has each name once. */
#define TC_PARAMETERS(X) \
  X(communicator) X(new_communicator) X(destination) X(source) X(tag) X(receive_tag) X(count) X(datatype) \
  X(receive_count) X(receive_datatype) X(counts) X(receive_counts) X(root) X(reduction) X(request) X(requests) \
  X(color) X(key) X(group) X(new_group) X(outcomes) X(matched_source) X(matched_tag) X(datatypes) \
  X(receive_datatypes) X(sources) X(destinations) X(dimensions) X(periods) X(completions)
#define TC_ENUM(name) P_##name,
enum { P_end, TC_PARAMETERS(TC_ENUM) P_all };

/* state.c */
enum { TC_IDLE, TC_ON, TC_STOPPED };
extern volatile int tc_state;
extern int tc_begun; /* whether this rank is recorded, or the other ranks treat it as recorded */
extern int tc_muted; /* whether MPI_Pcontrol(0) was called: objects are tracked, events are left out */
extern int tc_threaded; /* whether any thread may make calls */
extern int tc_raw;   /* whether each single call is logged, too */
extern int tc_exact; /* whether the requests that a call completed are always recorded */
extern int tc_rank, tc_size;
extern __thread int tc_depth;
extern const int tc_calls;
extern const char *const tc_call_names[];
extern const char tc_call_makes_request[];
extern const int tc_begun_as[]; /* by call: its non-blocking form, or for a persistent call the operation that a start begins; -1 for none */
extern const int tc_call_start, tc_call_startall, tc_call_isend, tc_call_irecv, tc_call_wait, tc_call_waitall, tc_call_waitany, tc_call_waitsome, tc_call_test, tc_call_testall, tc_call_testany, tc_call_testsome, tc_call_session_init, tc_call_session_finalize;
extern void **const tc_real[2]; /* functions found so far: [0] by their names MPI_X, [1] by their names PMPI_X */
enum { C_init, C_init_thread, C_finalize, C_pcontrol, C_other }; /* numbers of calls after those of the table */
enum { TC_ABORT = -1 };                                           /* a call that is never recorded */
void *tc_find(int pmpi, int slot, const char *name);
void *tc_next(const char *name);
void *tc_dlsym(void *handle, const char *name);
extern int tc_with_init;  /* whether the program called MPI_Init, rather than only opening sessions */
extern uint64_t tc_clock_ns; /* the cost of reading the clock */
void tc_lock(void);
void tc_unlock(void);

/* control.c */
int tc_may_begin(void);
void tc_before_mpi(void);
void tc_begin(int call, void *ret, void *cfa, const tc_moment *entered, uint64_t inside_ns, int spawned); /* the world must be known */
void tc_finish(void *ret, void *cfa, const tc_moment *entered);
static inline void *tc_resolve(int pmpi, int slot, const char *name) { return slot >= 0 && tc_real[pmpi][slot] ? tc_real[pmpi][slot] : tc_find(pmpi, slot, name); }
static inline int tc_recording(void) { return tc_state == TC_ON && tc_depth == 0; }

/* callbacks.c: calls inside a call */
extern __thread const tc_event *tc_around; /* the call in progress, inside which MPI may call functions of the program */
extern int tc_ending; /* whether the trace is written and MPI_Finalize runs */
int tc_called_back(const void *at, int pmpi); /* whether the program made a call inside a call; pmpi: whether by the name PMPI_X */
static inline const char *tc_event_name(const tc_event *e) { return e->name ? e->name : tc_call_names[e->asked]; }

/* clock.c: time in ns */
extern uint64_t tc_rate; /* ns in 2^32 ticks of the time stamp counter; 0 if the system's clock is read */
void tc_clock_compare(void); /* compares the counter with the system's clock */
void tc_clock_begin(void);   /* chooses the clock; call it some time after tc_clock_compare */
uint64_t tc_system_ns(void);
static inline uint64_t tc_now(void) {
#ifdef __x86_64__
  if (tc_rate) return (uint64_t)((unsigned __int128)__builtin_ia32_rdtsc() * tc_rate >> 32);
#endif
  return tc_system_ns();
}

/* counter.c */
extern int tc_counter;
extern tc_moment tc_reading;   /* the cost of a reading: the difference of two moments with nothing between them */
extern tc_moment tc_seen;      /* all counted instructions, and the time in which they were counted */
void tc_counter_begin(void);
uint64_t tc_counted(const tc_moment *left, const tc_moment *entered, uint64_t ns); /* the count between two moments */
void tc_counter_note(void);
uint64_t tc_processor_time(void); /* of this thread, in ns */
void tc_count_leaving(tc_moment *now);
void tc_count_entering(tc_moment *now);
static inline void tc_leave(tc_moment *now) {
  if (tc_counter == TC_TIME) now->ns = tc_now();
  else tc_count_leaving(now);
}
static inline void tc_enter(tc_moment *now) {
  if (tc_counter == TC_TIME) now->ns = tc_now();
  else tc_count_entering(now);
}

/* Returns amount - other, but at least 0: readings are not exact, so the difference may be negative. */
static inline uint64_t tc_less(uint64_t amount, uint64_t other) { return amount > other ? amount - other : 0; }

/* foreign.c: detection of a program with another MPI */
enum { TC_VERSION_LENGTH = 1 << 14 }; /* more than the version text of any MPI, because the program's MPI may not be this library's */
int tc_foreign(char *version); /* whether the program uses another MPI; version: the name that it reports */
void tc_without_preload(char *preload, const char *library);

/* node.c: where the ranks run */
void tc_node_before_mpi(void);
void tc_node_begin(const char *mpi_version);
void tc_node_end(void);

/* events.c */
void tc_before(tc_event *e, tc_args *a);
void tc_after(tc_event *e, tc_args *a, int result);
void tc_plain(int call, void *ret, void *cfa, const tc_moment *entered, uint64_t inside_ns); /* a call without parameters */

struct tc_packer; /* pack.c */

/* lost.c: calls that the trace has as MPI_Other or lacks, and calls that failed. `why` continues a sentence that begins with "calls". After
   "; " it says what the trace has instead. */
void tc_lost(const char *why, uint64_t ns);
void tc_lost_failed(const char *call, int error, int took, uint64_t ns); /* took: whether the call took its message or completed requests */
void tc_lost_inside(const tc_event *e, const tc_event *around, uint64_t ns);
void tc_lost_write(void);
void tc_lost_after(void); /* writes the calls that were lost after the log ended, to a separate file */

/* log.c: a rank's log. It is mapped, so committed data survive any end of the process. */
int tc_log_open(const char *folder);
void tc_log_unwritable(const char *folder, const char *why); /* notes in the folder why there is no log */
void tc_log_bytes(const void *bytes, size_t length);
void tc_log_number(uint64_t number);
void tc_log_text(const char *text);
void tc_log_commit(void);
void tc_log_note(const char *text);
void tc_log_close(void);
void tc_stop(const char *why); /* ends the recording, and notes why */
void tc_log_counted(uint64_t instructions, uint64_t ns); /* notes the instructions counted so far, and their time */
unsigned char *tc_log_tail(uint32_t epoch);
void tc_log_turn(uint32_t epoch, size_t length, int gave_up);
uint64_t tc_log_position(void);
int tc_log_folded(uint32_t epoch, void (*pack)(struct tc_packer *p)); /* writes the folded program */
/* Encodes a number: seven bits per byte, the lowest first. The highest bit is set if more bytes follow. */
static inline size_t tc_encode(unsigned char *into, uint64_t number) {
  size_t n = 0;
  for (; number >= 0x80; number >>= 7) into[n++] = (unsigned char)(number | 0x80);
  into[n++] = (unsigned char)number;
  return n;
}
size_t tc_decode(const unsigned char *from, uint64_t *number);
const unsigned char *tc_log_records(size_t *length); /* all committed records */
int tc_log_merged(void (*pack)(struct tc_packer *p)); /* writes the file of all ranks */
int tc_log_late(void (*pack)(struct tc_packer *p));   /* writes the calls that were lost after the log ended */
void tc_log_forget(uint32_t rank);                     /* removes a rank's files */
const char *tc_log_folder(void);

/* world.c: the world of a program that has sessions alone */
#ifdef TC_SESSIONS
int tc_world_find(MPI_Session of_program); /* 0 for success */
#endif
int tc_world_comm(MPI_Comm *made);         /* creates a communicator of all processes; 0 for success */
void tc_world_end(void);

/* together.c */
int tc_together(int here);      /* whether all ranks are recorded, with the same answer on each rank; here: whether this rank is recorded */
void tc_together_no_more(void); /* call it when all ranks have called tc_together */

/* wait.c */
int tc_wait(MPI_Request *request); /* waits until the request is complete; 0 for success */

/* structure.c: the position of the program in the structure that its compiler wrote */
typedef struct {
  struct tc_branch *branch; /* the innermost branch around the call; NULL without a structure */
  uint32_t order;           /* order of the call in the branch */
  uint32_t same;            /* number of outer levels that are in the same iteration as at the previous event */
  int again;                /* whether the next level is in a later iteration, rather than in another execution */
} tc_place;
void tc_structure_begin(void);
tc_place tc_structure_place(void); /* returns the place of an event */
void tc_structure_back(const tc_place *place); /* makes the event at this place a part of the previous event */
void tc_place_add(tc_place *place, const tc_place *earlier); /* adds the place of an earlier event that became a part of this one */

/* journal.c: events before they are folded */
typedef struct {
  int call;
  uint32_t site;
  uint64_t compute, inside_ns, calls; /* calls: number of calls that became this event; 0 if calls are not counted */
  const unsigned char *parameters;
  size_t length;
  tc_place place;
} tc_record;
typedef struct {
  uint64_t request;
  int source, tag; /* whether the receive has a wildcard as source, as tag */
} tc_wild;
void tc_journal_open(void);
void tc_journal_record(const unsigned char *bytes, size_t length);
void tc_journal_event(const tc_record *r, const tc_wild *wild); /* wild: wildcards whose match is not known yet, or NULL */
void tc_journal_held(const tc_record *r); /* adds an event to which more calls may be added */
void tc_journal_call(const tc_record *r);                       /* logs a single call, if single calls are logged */
void tc_journal_matched(uint64_t request, int known, int source, int tag);
int tc_journal_end(void);
const unsigned char *tc_skip_event(const unsigned char *at);

/* series.c: successive calls that count as one event, because time decides how many there are */
typedef struct {
  int polls;  /* whether the call returns at once */
  int probes; /* whether it looks for a message, and not for requests */
  int found;  /* whether it found a message or a complete request */
  int ended;    /* number of requests that the call completed */
  int complete; /* number of its requests that are complete afterwards; for a series, of the first call's requests */
  const int64_t *requests; /* numbers of the call's requests, 0 for none */
  int count;
} tc_attempt;
int tc_series_complete(const tc_record *r, const tc_attempt *attempt); /* the value of `complete` if the call continues the series */
void tc_series_event(const tc_record *r, const tc_wild *wild, const tc_attempt *attempt); /* attempt: NULL if time does not decide the result */
void tc_series_exact(const tc_record *r, int polls); /* adds a call whose completed requests are recorded */
void tc_series_end(void);

/* polling.c: time between polls that is waiting */
extern int tc_polling; /* whether time between polls may count as waiting */
void tc_polling_begin(void);
void tc_poll_left(void); /* call it last, after a poll that found nothing */
void tc_poll_entered(void); /* call it first in the next call */
void tc_poll(tc_record *r, uint64_t ns); /* r: the second of two polls. ns: the time between them */

/* sites.c: call paths */
uint32_t tc_site(void *ret, void *cfa);

struct tc_started {
  int call;
  size_t length;
  unsigned char parameters[];
};

/* requests.c: numbers of requests by handle. Several requests can have the same handle. It then means the oldest request. */
typedef struct {
  uintptr_t handle;
  uint64_t number; /* 0 if the trace does not have the request */
  uint32_t next, persistent; /* persistent: number among the persistent requests; 0 for others */
  unsigned char wild, started; /* started: whether a persistent request is active */
  int shift;                   /* see tc_comm_shift */
  int partitions, ready;       /* partitions of a message that is sent when all are ready; 0 for other messages */
  struct tc_started *started_as; /* for a persistent collective: the call that each start is recorded as */
  struct tc_pending *pending;
  uint64_t second; /* number of another request that completes together with this request; 0 for none */
} tc_request;
void tc_request_add(MPI_Request handle, tc_request made);
uint32_t tc_request_peek(MPI_Request handle);  /* returns the oldest entry with the handle; 0 if there is none */
uint32_t tc_request_claim(MPI_Request handle); /* removes the oldest entry with the handle from the table */
void tc_request_back(uint32_t entry);          /* puts an entry back, as the oldest with its handle */
void tc_request_drop(uint32_t entry);
tc_request *tc_request_at(uint32_t entry);

/* communicators.c */
typedef struct {
  int id, size, rank; /* for an inter-communicator: of both groups, one after the other */
  int root;  /* world rank of its rank 0 */
  int first; /* size of the first group of an inter-communicator; 0 for others */
  int made; /* number of communicators that all its members have created from it */
  int indegree, outdegree;
} tc_comm;
extern MPI_Group tc_world_group;
void tc_communicators_init(void);
int tc_comm_find(MPI_Comm comm); /* internal number; -1 if the trace cannot describe the communicator */
void tc_comm_adopt(MPI_Comm comm, const char *call); /* adds a communicator that the trace does not create; call: its function, or NULL */
void tc_comm_leave_out(MPI_Comm comm, const char *call); /* notes a communicator that the trace cannot describe */
const char *tc_comm_foreign(MPI_Comm comm);          /* why the trace cannot describe the communicator */
tc_comm *tc_comm_at(int number);
static inline int tc_comm_in_first(const tc_comm *c) { return c->rank < c->first; }
static inline int tc_comm_shift(const tc_comm *c) { return tc_comm_in_first(c) ? c->first : 0; } /* added to the ranks that calls name */
static inline int tc_comm_own(const tc_comm *c) { return !c->first || !tc_comm_in_first(c) ? c->size - c->first : c->first; } /* size of this rank's own group */
static inline int tc_comm_peers(const tc_comm *c) { return c->first ? c->size - tc_comm_own(c) : c->size; } /* number of ranks that calls may name */
int tc_comm_define(int parent, MPI_Comm made); /* returns its number, or -1; parent: a number, or -1 if only its members created it */
int tc_comm_forget(MPI_Comm comm); /* call it before the communicator is freed; returns its number, or -1 */
void tc_comm_forgotten(int number, MPI_Comm kept); /* call it after the free; kept: the handle if it was not freed, or MPI_COMM_NULL */
void tc_comm_degrees(MPI_Comm comm, tc_comm *known);
struct tc_pending *tc_comm_promise(int parent, MPI_Comm *handle, int *id);
void tc_comm_fulfil(struct tc_pending *pending);

/* births.c: all communicators that ever existed. Successive communicators that differ only in their numbers share an entry. */
typedef struct {
  int id, count, root, parent, number, rank, size, first;
  uint64_t makers; /* hash of the members if only they created the communicator, otherwise 0 */
} tc_birth;
int tc_birth_add(const tc_birth *one); /* 0 for success */
void tc_comm_place(int id, int *rank, int *size);

/* objects.c: groups, datatypes, messages */
int tc_group(MPI_Group group);
int tc_datatype(MPI_Datatype datatype);
void tc_datatype_forget(MPI_Datatype datatype);
void tc_message_add(MPI_Message message, int comm, int source, int tag);
int tc_message_take(MPI_Message message, int *comm, int *source, int *tag);

#endif
