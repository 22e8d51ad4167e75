/* The world of a program that opens sessions (MPI 4) and never calls MPI_Init: the process set mpi://WORLD. The recorder keeps a
   session of its own until the process exits, because the program may open new sessions after it has closed all. */
#include "recorder.h"
#include <string.h>

#ifdef TC_SESSIONS
static MPI_Session own;
static int has_own;

int tc_world_find(MPI_Session of_program) {
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

int tc_world_comm(MPI_Comm *made) { return PMPI_Comm_create_from_group(tc_world_group, "tracecast", MPI_INFO_NULL, MPI_ERRORS_RETURN, made); }

void tc_world_end(void) {
  if (!has_own) return;
  has_own = 0;
  PMPI_Group_free(&tc_world_group);
  PMPI_Session_finalize(&own);
}
#else
int tc_world_comm(MPI_Comm *made) { return *made == MPI_COMM_NULL ? -1 : 0; }
void tc_world_end(void) {}
#endif
