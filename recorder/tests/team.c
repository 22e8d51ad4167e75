/* A team of threads that OpenMP starts computes in 20 steps, half of them with a rest that one thread computes alone. Each thread's
   processor time is known: 10 ms a step, and 5 ms of rest. Its calls are those of one thread. */
#include <mpi.h>
#include <omp.h>
#include <stdio.h>
#include <time.h>

enum { STEPS = 20 };

static double processor_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static void work(double seconds) {
  volatile double x = 0;
  for (double from = processor_seconds(); processor_seconds() - from < seconds;) x += 1;
}

int main(int count, char **arguments) {
  int provided, rank, sum = 0, one = 1, threads = 0;
  MPI_Init_thread(&count, &arguments, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel reduction(max : threads)
    {
      threads = omp_get_num_threads();
      work(10e-3);
    }
    if (step % 2) work(5e-3);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  }
  if (rank == 0) printf("%d threads\n", threads);
  MPI_Finalize();
}
