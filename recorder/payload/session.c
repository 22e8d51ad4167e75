/* Begin and end of the library: decides whether this process keeps its payload, answers from a payload, or does neither. */
#define _GNU_SOURCE
#include "payload.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tp_end_keeping(const char *why) {
  int length = (int)strlen(why);
  tp_number(0);
  tp_int(&length);
  tp_bytes((void *)why, (size_t)length);
  tp_tape_close();
  tp_mode = TP_OFF;
}

static void differ(const char *found, const char *expected) __attribute__((noreturn));
static void differ(const char *found, const char *expected) {
  tp_fail("rank %d, call %llu: found %s; expected %s, as in the recorded run; run the same program with the same input", tp_rank,
          (unsigned long long)tp_calls, found, expected);
}

/* Reads the payload's next call, and checks that it is the given call. If the payload ends before the recorded run, the program ends. */
static void expect(int call, const char *name) {
  char why[1000] = "the recorded run ended here";
  if (!tp_tape_more()) tp_all_read(why);
  int64_t next = tp_number(0) - 1;
  if (next >= 0 && next == call) return;
  if (next >= 0 && next < tc_calls) differ(name, tc_call_names[next]);
  int length = 0;
  tp_int(&length);
  if (next != -1 || length < 0 || length >= (int)sizeof why) {
    tp_fail("rank %d, call %llu: found a payload that cannot be read; expected a payload of this version; record the payload again", tp_rank, (unsigned long long)tp_calls);
  }
  if (length == 0) differ(name, "MPI_Finalize");
  tp_bytes(why, (size_t)length);
  why[length] = 0;
  tp_all_read(why);
}

void tp_expect(int call) { expect(call, tc_call_names[call]); }

void tp_refuse(const char *name) {
  char why[200];
  if (tp_mode == TP_ANSWER) {
    tp_depth++;
    expect(-1, name);
  }
  snprintf(why, sizeof why, "%s cannot be answered without other processes", name);
  fprintf(stderr, "tracecast: rank %d: the payload ends: %s\n", tp_rank, why);
  tp_end_keeping(why);
}

/* Whether a list such as 0,4-7 contains this rank. An empty list contains all ranks. */
static int chosen(const char *list, int *count) {
  int here = 0;
  *count = 0;
  for (const char *at = list; *at;) {
    char *end;
    long first = strtol(at, &end, 10), last = first;
    if (*end == '-') last = strtol(end + 1, &end, 10);
    if (end == at) break;
    if (last >= tp_size) last = tp_size - 1;
    here |= tp_rank >= first && tp_rank <= last;
    if (last >= first) *count += (int)(last - first + 1);
    at = *end == ',' ? end + 1 : end;
  }
  if (!*list) *count = tp_size;
  return here || !*list;
}

static void begin_keeping(const char *folder) {
  const char *ranks = getenv(TC_ENV_PAYLOAD_RANKS), *limit = getenv(TC_ENV_PAYLOAD_LIMIT);
  char path[4096 + 40];
  int sharing;
  PMPI_Comm_rank(MPI_COMM_WORLD, &tp_rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &tp_size);
  if (!chosen(ranks ? ranks : "", &sharing)) return;
  snprintf(path, sizeof path, "%s/rank.%d.payload", folder, tp_rank);
  if (tp_tape_create(path, (limit ? strtoull(limit, NULL, 10) : UINT64_MAX) / (uint64_t)sharing) != 0) {
    fprintf(stderr, "tracecast: rank %d: no payload: %s cannot be written\n", tp_rank, path);
    return;
  }
  tp_mode = TP_KEEP;
}

/* Whether the recorder is loaded, and this library was built for the program's MPI. */
static int fits(void) {
#if defined(MPI_ABI_VERSION) && !defined(OPEN_MPI) && !defined(MPICH_VERSION)
  int own = tc_standard_abi();
#elif defined(OPEN_MPI)
  int own = !tc_standard_abi() && dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") != NULL;
#else
  int own = !tc_standard_abi() && dlsym(RTLD_DEFAULT, "ompi_mpi_comm_world") == NULL;
#endif
  return own && dlsym(RTLD_DEFAULT, "tracecast_call_site");
}

static void begin(void) {
  const char *folder = getenv(TC_ENV_PAYLOAD), *answers = getenv(TC_ENV_ANSWERS);
  if (tp_mode != TP_OFF || (!folder && !answers) || !fits()) return;
  tp_depth++;
  if (answers) {
    tp_tape_open(answers);
    tp_mode = TP_ANSWER;
  } else {
    begin_keeping(folder);
  }
  if (tp_mode != TP_OFF) {
    tp_int(&tp_size);
    tp_int(&tp_rank);
    tp_communicators_init();
  }
  tp_depth--;
}

/* The recorder calls this function when MPI_Finalize begins. All later communication is the recorder's own. */
TC_EXPORT void tracecast_payload_end(void) {
  if (tp_mode == TP_KEEP) tp_end_keeping("");
  if (tp_mode != TP_ANSWER) return;
  int64_t next = tp_tape_more() ? tp_number(0) : 0;
  if (next > 0 && next <= tc_calls) differ("MPI_Finalize", tc_call_names[next - 1]);
  tp_report_changes();
  tp_depth++;
}

typedef int (*tc_type_Init)(int *argc, char ***argv);
typedef int (*tc_type_Init_thread)(int *argc, char ***argv, int required, int *provided);

static TC_INLINE int tc_record_Init(tc_type_Init real, int *argc, char ***argv) {
  tp_depth++;
  int result = real(argc, argv);
  tp_depth--;
  if (result == MPI_SUCCESS) begin();
  return result;
}

static TC_INLINE int tc_record_Init_thread(tc_type_Init_thread real, int *argc, char ***argv, int required, int *provided) {
  tp_depth++;
  int result = real(argc, argv, required, provided);
  tp_depth--;
  if (result == MPI_SUCCESS) begin();
  return result;
}

TC_ENTRIES(Init, tc_calls + C_init, (int *argc, char ***argv), (argc, argv))
TC_ENTRIES(Init_thread, tc_calls + C_init_thread, (int *argc, char ***argv, int required, int *provided), (argc, argv, required, provided))
