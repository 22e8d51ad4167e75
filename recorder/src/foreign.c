/* Handles a program that uses another MPI than this library was built for. If the other MPI is known when the library is loaded,
   the program starts again without the library. If the program loads its MPI later, its calls are passed on unchanged. */
#define _GNU_SOURCE
#include "recorder.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The kinds of handles. Many libraries have MPICH's handles, so OTHER is any library that is neither Open MPI nor standard. */
#define OPEN "Open MPI"
#define STANDARD "the standard MPI ABI"
#define OTHER "another MPI"
#if defined(OPEN_MPI)
#define OWN_KIND OPEN
#define OWN OPEN
#elif defined(MPICH_VERSION)
#define OWN_KIND OTHER
#define OWN "MPICH"
#elif defined(MPI_ABI_VERSION)
#define OWN_KIND STANDARD
#define OWN STANDARD
#else
#define OWN_KIND OTHER
#define OWN OTHER
#endif

static int is_own(const char *kind) { return strcmp(kind, OWN_KIND) == 0; }

int tc_foreign(char *version) {
  int length;
  PMPI_Get_library_version(version, &length);
#ifdef TC_LINKED
  int standard = is_own(STANDARD);
#else
  int standard = tc_standard_abi();
#endif
  return !is_own(standard ? STANDARD : strstr(version, "Open MPI") ? OPEN : OTHER);
}

/* Removes a library from a list of paths that blanks or colons separate. */
void tc_without_preload(char *preload, const char *library) {
  size_t length = strlen(library);
  for (char *at = preload; (at = strstr(at, library));) {
    int begins = at == preload || strchr(": ", at[-1]), ends = !at[length] || strchr(": ", at[length]);
    if (begins && ends) memmove(at, at + length + (at[length] != 0), strlen(at + length + (at[length] != 0)) + 1);
    else at += length;
  }
}

#ifndef TC_LINKED
typedef struct {
  const char *name; /* name of the loaded MPI library; NULL if there is none */
  const char *kind;
} tc_loaded;

static int look(struct dl_phdr_info *info, size_t size, void *into) {
  (void)size;
  tc_loaded *loaded = into;
  const char *slash = strrchr(info->dlpi_name, '/');
  if (strncmp(slash ? slash + 1 : info->dlpi_name, "libmpi", 6) != 0) return 0;
  void *library = dlopen(info->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return 0;
  if (tc_dlsym(library, "PMPI_Init")) {
    loaded->name = info->dlpi_name;
    loaded->kind = tc_is_standard(info->dlpi_name) ? STANDARD : tc_dlsym(library, "ompi_mpi_comm_world") ? OPEN : OTHER;
  }
  dlclose(library);
  return loaded->name != NULL;
}

/* Prints one line for all ranks: the rank that creates a marker file prints it, and no other rank does. */
static void explain(const char *program, const tc_loaded *loaded) {
  char path[4096 + 32];
  snprintf(path, sizeof path, "%s/foreign", getenv(TC_ENV_RECORD));
  int first = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (first < 0) return;
  close(first);
  fprintf(stderr, "tracecast: %s uses %s (%s), but the recorder was built for " OWN "; the program runs without the recorder. Name the mpicc of its MPI with --mpicc\n",
          program, loaded->kind, loaded->name);
}

/* Starts the program again without this library. Before main, no code of the program has run, so it can start in the same way. */
__attribute__((constructor)) static void withdraw(int argc, char **argv, char **environment) {
  tc_loaded loaded = {0};
  Dl_info self;
  char *preload = getenv("LD_PRELOAD");
  if (argc < 1 || !preload || !getenv(TC_ENV_RECORD)) return;
  dl_iterate_phdr(look, &loaded);
  if (!loaded.name || is_own(loaded.kind) || !dladdr((void *)withdraw, &self)) return;
  explain(argv[0], &loaded);
  tc_without_preload(preload, self.dli_fname);
  if (!strstr(preload, self.dli_fname)) execve("/proc/self/exe", argv, environment);
}
#endif
