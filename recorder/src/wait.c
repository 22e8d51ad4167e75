/* Waiting while a run ends. With more ranks than cores, a rank that polls without a pause takes the core of the ranks that it waits
   for. With MPICH's blocking calls, a merge of 64 ranks on two cores takes seconds. So this code yields the core between polls. */
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
