/* Waiting while a run ends. Where there are more ranks than cores, a rank that polls without a pause keeps those from working that it waits
   for: by MPI's own blocking calls a merge of 64 ranks on two cores takes seconds with MPICH. So the core is given away between looks. */
#define _GNU_SOURCE
#include "recorder.h"
#include <sched.h>

int tc_wait(MPI_Request *request) {
  for (int over = 0; !over;) {
    if (PMPI_Test(request, &over, MPI_STATUS_IGNORE) != MPI_SUCCESS) return -1;
    if (!over) sched_yield();
  }
  return 0;
}
