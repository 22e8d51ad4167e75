/* A program that loads MPI while it runs may look up MPI functions by the handle of the loaded library, as Julia does. Such a look-up
   bypasses preloaded libraries. This dlsym therefore returns the recorder's function in place of MPI's. It passes all other look-ups to the
   system by a jump, because RTLD_NEXT depends on the caller. */
#define _GNU_SOURCE
#include "recorder.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#if !defined(TC_LINKED) && !defined(__SANITIZE_ADDRESS__)

static int is_mpi(const void *function) {
  Dl_info info;
  const char *slash;
  if (!dladdr(function, &info) || !info.dli_fname) return 0;
  slash = strrchr(info.dli_fname, '/');
  return strncmp(slash ? slash + 1 : info.dli_fname, "libmpi", 6) == 0;
}

static void *recorded(void *handle, const char *name) {
  static void *self;
  Dl_info info;
  void *found = tc_dlsym(handle, name);
  if (!found || !is_mpi(found)) return found;
  if (!self && dladdr((void *)recorded, &info)) self = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  void *own = self ? tc_dlsym(self, name) : NULL;
  return own ? own : found;
}

TC_EXPORT void *dlsym(void *restrict handle, const char *restrict name) {
  int in_library = handle != RTLD_NEXT && handle != RTLD_DEFAULT;
  if (in_library && strncmp(name + (name[0] == 'P'), "MPI", 3) == 0 && getenv(TC_ENV_RECORD)) return recorded(handle, name);
  return tc_dlsym(handle, name);
}

#endif
