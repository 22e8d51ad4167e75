/* Is loaded into a program before the recorder, and says how long each rank ran between MPI_Init and MPI_Finalize, and how long
   MPI_Finalize took. All ranks enter it at the same time. Each writes both in ms to a file in the folder of TIMES. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double begun, ended;
static int rank;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void begin(void) {
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Barrier(MPI_COMM_WORLD);
  begun = now();
}

static void end(void) {
  PMPI_Barrier(MPI_COMM_WORLD);
  ended = now();
}

static void print(void) {
  char name[4096];
  double over = now();
  snprintf(name, sizeof name, "%s/%d", getenv("TIMES"), rank);
  FILE *out = fopen(name, "w");
  if (!out) abort();
  fprintf(out, "%f %f\n", ended - begun, over - ended);
  fclose(out);
}

int MPI_Init(int *argc, char ***argv) {
  int (*real)(int *, char ***) = (int (*)(int *, char ***))dlsym(RTLD_NEXT, "MPI_Init");
  int result = real(argc, argv);
  begin();
  return result;
}

int MPI_Finalize(void) {
  int (*real)(void) = (int (*)(void))dlsym(RTLD_NEXT, "MPI_Finalize");
  end();
  int result = real();
  print();
  return result;
}

void mpi_init_(MPI_Fint *error) {
  void (*real)(MPI_Fint *) = (void (*)(MPI_Fint *))dlsym(RTLD_NEXT, "mpi_init_");
  real(error);
  begin();
}

void mpi_finalize_(MPI_Fint *error) {
  void (*real)(MPI_Fint *) = (void (*)(MPI_Fint *))dlsym(RTLD_NEXT, "mpi_finalize_");
  end();
  real(error);
  print();
}
