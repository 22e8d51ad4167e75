/* Calls inside a call: a function of the program that MPI calls, such as an attribute's callback, a reduction operator, a generalized
   request or an error handler, makes MPI calls itself. They are not events, because the call around them is one: they are counted, and
   their effect on objects is tracked. Calls that MPI and other tools make inside a call are not the program's. */
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

/* Returns whose code an address is in. MPI's library loads further libraries that call MPI functions; those of Open MPI have the names
   below. MPI does not call its Fortran layer, which therefore does not count. In a statically linked program, MPI and the recorder are in
   the program's own object. */
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

/* A callback that ends with a call leaves no frame: MPI's library seems to be the caller. But the library calls
   MPI's functions by their names MPI_X for MPI files alone. */
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
