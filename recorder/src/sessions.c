/* Programs that open sessions (MPI 4). A program may have sessions alone and never call MPI_Init (world.c). The trace has MPI_Init
   and MPI_Finalize where the recording begins and ends. */
#include "recorder.h"
#include <stdlib.h>

#ifdef TC_SESSIONS
static int opened; /* number of sessions that the program has opened */

static void at_exit(void) {
  tc_moment entered;
  if (!tc_begun || tc_with_init || opened > 0) return;
  tc_enter(&entered);
  tc_depth++;
  tc_finish(__builtin_return_address(0), __builtin_dwarf_cfa(), &entered);
  tc_world_end();
  tc_depth--;
}

static void begin(MPI_Session of_program, void *ret, void *cfa, const tc_moment *entered) {
  tc_depth++;
  if (tc_world_find(of_program) == 0) {
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
  tc_before_mpi();
  uint64_t before = tc_now();
  int result = real(info, errhandler, session);
  uint64_t inside = tc_now() - before;
  tc_depth--;
  opened += result == MPI_SUCCESS;
  if (result == MPI_SUCCESS && tc_state == TC_IDLE) {
    begin(*session, __builtin_return_address(0), __builtin_dwarf_cfa(), &entered);
    tc_enter(&entered); /* again, because begin() may have chosen another clock */
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
#endif
