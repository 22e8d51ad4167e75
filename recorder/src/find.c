/* Finds the functions and data of MPI when they are first needed. */
#define _GNU_SOURCE
#include "recorder.h"
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef TC_LINKED
/* Calls the system's dlsym. The recorder's own dlsym (handles.c) must not be in between, because RTLD_NEXT depends on the caller. */
void *tc_dlsym(void *handle, const char *name) {
  static void *(*system)(void *handle, const char *name);
  static const char *const versions[] = {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17", "GLIBC_2.27"};
  for (size_t i = 0; !system && i < sizeof versions / sizeof *versions; i++) *(void **)&system = dlvsym(RTLD_NEXT, "dlsym", versions[i]);
  return system ? system(handle, name) : NULL;
}

static int find_in(struct dl_phdr_info *info, size_t size, void *into) {
  (void)size;
  const char **name = into, *slash = strrchr(info->dlpi_name, '/');
  if (strncmp(slash ? slash + 1 : info->dlpi_name, "libmpi", 6) != 0) return 0;
  void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  void *found = library ? tc_dlsym(library, name[0]) : NULL;
  if (found) name[1] = found;
  return found != NULL;
}

/* Whether a library has the handles of MPI 5's standard ABI. MPI 5 also prescribes the library's name. */
int tc_is_standard(const char *library) {
  const char *slash = strrchr(library, '/');
  return strncmp(slash ? slash + 1 : library, "libmpi_abi.", 11) == 0;
}

int tc_standard_abi(void) {
  const char *init[2] = {"PMPI_Init", NULL};
  Dl_info info;
  dl_iterate_phdr(find_in, init);
  return init[1] && dladdr(init[1], &info) && info.dli_fname && tc_is_standard(info.dli_fname);
}

static void *look_in(void *where, const char *name) {
  const char *wanted[2] = {name, tc_dlsym(where, name)};
  if (!wanted[1]) dl_iterate_phdr(find_in, wanted); /* if a library has loaded MPI, MPI's names may not be global */
  return (void *)wanted[1];
}

static void *found_in(void *where, const char *name) {
  void *found = look_in(where, name);
  if (!found) {
    fprintf(stderr, "tracecast: no library of this program contains %s; expected an MPI library\n", name);
    abort();
  }
  return found;
}

void *tc_next(const char *name) { return found_in(RTLD_NEXT, name); }
void *tc_next_data(const char *name) { return found_in(RTLD_DEFAULT, name); }
void *tc_next_if_any(const char *name) { return look_in(RTLD_DEFAULT, name); }

void *tc_find(int pmpi, int slot, const char *name) {
  void *found = tc_next(name);
  if (slot != TC_ABORT) tc_real[pmpi][slot] = found;
  return found;
}
#endif
