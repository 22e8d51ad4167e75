/* Calls inside a call: MPI calls a function of the program, such as an attribute's callback, a reduction operator, a generalized request
   or an error handler, and this function calls MPI. The outer call is the event. The inner calls are no events, but they are counted, and
   their effect on objects is tracked. Calls that MPI and other tools make inside a call do not count as the program's. */
#define _GNU_SOURCE
#include "recorder.h"
#include <dlfcn.h>
#include <string.h>
#pragma weak dladdr /* a program that is linked with the recorder may lack dladdr */

enum { PROGRAM = 1, MPI, TOOL };
enum { CALLERS = 64 };

int tc_ending;

__thread const tc_event *tc_around __attribute__((tls_model("initial-exec")));

static __thread struct {
  const void *at;
  int whose;
} callers[CALLERS] __attribute__((tls_model("initial-exec")));

static const void *object_of(const void *address, const char **name) {
  Dl_info info;
  if (!dladdr || !dladdr(address, &info)) return NULL;
  const char *slash = strrchr(info.dli_fname, '/');
  if (name) *name = slash ? slash + 1 : info.dli_fname;
  return info.dli_fbase;
}

/* Returns whether the code at an address belongs to MPI, another tool or the program. MPI's library loads further libraries that call MPI
   functions; in Open MPI, their names begin with mca_. The Fortran layer is not counted as MPI, because MPI does not call this layer. In a
   statically linked program, MPI and the recorder are in the program's own object. */
static int whose(const void *at) {
  const char *name = "";
  const void *object = object_of(at, &name);
  if (object == object_of((const void *)PMPI_Comm_rank, NULL) || strncmp(name, "mca_", 4) == 0) return MPI;
#ifdef TC_LINKED
  if (object == object_of((const void *)tc_called_back, NULL)) return MPI;
#else
  if (object == object_of((const void *)tc_called_back, NULL)) return TOOL;
#endif
  return tc_around->real && object == object_of(tc_around->real, NULL) ? TOOL : PROGRAM;
}

/* A callback that ends with a tail call of an MPI function leaves no frame, so MPI's library seems to be the caller. The library itself
   calls functions by their names MPI_X only for files (MPI_File_...). */
int tc_called_back(const void *at, int pmpi) {
  if (!tc_depth || !tc_around || (tc_state != TC_ON && !tc_ending)) return 0;
  size_t place = ((uintptr_t)at >> 2) % CALLERS;
  if (callers[place].at != at) {
    callers[place].whose = whose(at);
    callers[place].at = at;
  }
  if (callers[place].whose == MPI) return !pmpi && strncmp(tc_event_name(tc_around), "MPI_File_", 9) != 0;
  return callers[place].whose == PROGRAM;
}
