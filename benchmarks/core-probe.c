// Prints the mean time of a probe of parallel instructions on each given core until standard input ends, in us.
// usage: core-probe CORE,CORE...
// A neighbour of a virtual machine slows one core down for seconds to minutes. Probes take about 0.1% of a core.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CORES = 64, BYTES = 1 << 13, PROBES = 3, PAUSE_US = 250000 };

static int cores[CORES];
static double sums[CORES];
static long counts[CORES];
static volatile int stop;
static volatile unsigned sink;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e6 * (double)t.tv_sec + 1e-3 * (double)t.tv_nsec;
}

static double once(const unsigned char *bytes) {
  double begin = now();
  unsigned hash = 0;
  for (int round = 0; round < 16; round++) {
    for (int i = 0; i < BYTES; i++) {
      unsigned each = bytes[i];
      if (each < '0') hash = hash * 31 + each;
      else hash ^= each << (i & 7);
    }
  }
  sink += hash;
  return now() - begin;
}

static void *probe(void *argument) {
  int at = (int)(long)argument;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(cores[at], &set);
  pthread_setaffinity_np(pthread_self(), sizeof set, &set);
  pthread_setschedparam(pthread_self(), SCHED_FIFO, &(struct sched_param){.sched_priority = 50});
  unsigned char bytes[BYTES];
  for (int i = 0; i < BYTES; i++) bytes[i] = (unsigned char)(i * 7);
  do {
    double best = once(bytes);
    for (int i = 1; i < PROBES; i++) {
      double again = once(bytes);
      if (again < best) best = again;
    }
    sums[at] += best;
    counts[at]++;
    for (int i = 0; i < 10 && !stop; i++) usleep(PAUSE_US / 10);
  } while (!stop);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[CORES];
  int count = 0;
  if (argc != 2) return 2;
  for (char *core = strtok(argv[1], ","); core && count < CORES; core = strtok(NULL, ",")) cores[count++] = atoi(core);
  for (long i = 0; i < count; i++) pthread_create(&threads[i], NULL, probe, (void *)i);
  while (getchar() != EOF) {
  }
  stop = 1;
  for (int i = 0; i < count; i++) {
    pthread_join(threads[i], NULL);
    printf("%.1f\n", sums[i] / (double)counts[i]);
  }
  return 0;
}
