/* Programs that open sessions (MPI 4). A program may have sessions alone and never call MPI_Init. Its world is then the process set
   mpi://WORLD. The recorder keeps a session of its own until the process exits, because the program may open others after it has
   closed all. The trace has MPI_Init and MPI_Finalize where the recording begins and ends. */
#include "recorder.h"
#include <stdlib.h>
#include <string.h>

#ifdef TC_SESSIONS
static MPI_Session own;
static int has_own, opened; /* opened: by the program */

static int find_world(MPI_Session of_program) {
  char level[MPI_MAX_INFO_VAL + 1] = "";
  int known = 0;
  MPI_Info info;
  if (PMPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &own) != MPI_SUCCESS) return -1;
  has_own = 1;
  if (PMPI_Group_from_session_pset(own, "mpi://WORLD", &tc_world_group) != MPI_SUCCESS) return -1;
  PMPI_Group_rank(tc_world_group, &tc_rank);
  PMPI_Group_size(tc_world_group, &tc_size);
  if (PMPI_Session_get_info(of_program, &info) == MPI_SUCCESS) {
    PMPI_Info_get(info, "thread_level", MPI_MAX_INFO_VAL, level, &known);
    PMPI_Info_free(&info);
  }
  tc_threaded = !known || strcmp(level, "MPI_THREAD_MULTIPLE") == 0;
  return tc_rank == MPI_UNDEFINED ? -1 : 0;
}

int tc_session_comm(MPI_Comm *made) { return PMPI_Comm_create_from_group(tc_world_group, "tracecast", MPI_INFO_NULL, MPI_ERRORS_RETURN, made); }

void tc_session_end(void) {
  if (!has_own) return;
  has_own = 0;
  PMPI_Group_free(&tc_world_group);
  PMPI_Session_finalize(&own);
}

static void at_exit(void) {
  tc_moment entered;
  if (!tc_begun || tc_with_init || opened > 0) return;
  tc_enter(&entered);
  tc_depth++;
  tc_finish(__builtin_return_address(0), __builtin_dwarf_cfa(), &entered);
  tc_session_end();
  tc_depth--;
}

static void begin(MPI_Session of_program, void *ret, void *cfa, const tc_moment *entered) {
  tc_depth++;
  if (find_world(of_program) == 0) {
    tc_begin(tc_calls + C_init, ret, cfa, entered, 0, 0);
    atexit(at_exit);
  }
  tc_depth--;
}

typedef int (*tc_type_Session_init)(tc_word info, tc_word errhandler, MPI_Session *session);
typedef int (*tc_type_Session_finalize)(MPI_Session *session);

static TC_INLINE int tc_record_Session_init(tc_type_Session_init real, tc_word info, tc_word errhandler, MPI_Session *session) {
  if (tc_depth || (!tc_recording() && !tc_may_begin())) return real(info, errhandler, session);
  tc_moment entered;
  tc_enter(&entered);
  tc_depth++;
  if (tc_state == TC_IDLE) tc_clock_compare();
  uint64_t before = tc_now();
  int result = real(info, errhandler, session);
  uint64_t inside = tc_now() - before;
  tc_depth--;
  opened += result == MPI_SUCCESS;
  if (result == MPI_SUCCESS && tc_state == TC_IDLE) {
    begin(*session, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered);
    tc_enter(&entered); /* by the clock that was chosen meanwhile */
  }
  if (tc_recording()) tc_plain(tc_call_session_init, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered, inside);
  return result;
}

static TC_INLINE int tc_record_Session_finalize(tc_type_Session_finalize real, MPI_Session *session) {
  int recorded = tc_recording();
  tc_moment entered;
  if (recorded) tc_enter(&entered);
  tc_depth++;
  uint64_t before = tc_now();
  int result = real(session);
  uint64_t inside = tc_now() - before;
  tc_depth--;
  opened -= result == MPI_SUCCESS;
  if (recorded) tc_plain(tc_call_session_finalize, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered, inside);
  return result;
}

TC_ENTRIES(Session_init, tc_call_session_init, (tc_word info, tc_word errhandler, MPI_Session *session), (info, errhandler, session))
TC_ENTRIES(Session_finalize, tc_call_session_finalize, (MPI_Session *session), (session))
#else
int tc_session_comm(MPI_Comm *made) { return *made == MPI_COMM_NULL ? -1 : 0; }
void tc_session_end(void) {}
#endif
