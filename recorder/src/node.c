/* Writes where the ranks run, and with how many threads: one file per node with a description of the node and lines for each of its
   ranks. A rank writes each line at once to the end of the file, and only ranks of one node write to a file. Lines therefore stay
   complete even in a folder that nodes share. */
#define _GNU_SOURCE
#include "recorder.h"
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { LINE = 1024, LONGEST_HOST = 256, THREADS = 1024 };

/* A thread counts only if it ran for at least 1 ms and 1/100 of the busiest thread's time. Other threads belong to a library. */
enum { HELPER_PART = 100, HELPER_NS = 1000000 };

typedef struct {
  long id;
  uint64_t ran;
} thread_time;

static uint64_t began, waited, process_began;
static thread_time *before_mpi, *at_begin;
static int count_before_mpi, count_at_begin;

/* Copies the value of a key in a file such as /proc/cpuinfo. */
static int value_of(const char *file, const char *key, char *into, size_t room) {
  char line[LINE];
  FILE *in = fopen(file, "re");
  int found = 0;
  while (in && !found && fgets(line, sizeof line, in)) {
    char *colon = strchr(line, ':');
    if (!colon || strncmp(line, key, strlen(key)) != 0) continue;
    char *value = colon + 1 + strspn(colon + 1, " \t");
    value[strcspn(value, "\n")] = 0;
    snprintf(into, room, "%s", value);
    found = 1;
  }
  if (in) fclose(in);
  return found;
}

static void first_line(const char *file, char *into, size_t room) {
  FILE *in = fopen(file, "re");
  *into = 0;
  if (in && !fgets(into, (int)room, in)) *into = 0;
  if (in) fclose(in);
  into[strcspn(into, "\n")] = 0;
}

/* Returns the number of elements of a list such as 0-3,8. */
static int listed(const char *list) {
  int count = 0;
  for (const char *at = list; *at && isdigit((unsigned char)*at);) {
    char *end;
    long from = strtol(at, &end, 10), to = *end == '-' ? strtol(end + 1, &end, 10) : from;
    count += (int)(to - from + 1);
    at = *end == ',' ? end + 1 : end;
  }
  return count;
}

/* Returns the nanoseconds for which this thread was ready and waited for a processor. */
static uint64_t waiting(void) {
  char line[LINE];
  unsigned long long ran = 0, ready = 0;
  first_line("/proc/thread-self/schedstat", line, sizeof line);
  return sscanf(line, "%llu %llu", &ran, &ready) == 2 ? ready : UINT64_MAX;
}

static uint64_t process_time(void) {
  struct timespec t;
  return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) == 0 ? (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec : 0;
}

/* Reads the processor time of each thread of this process. Returns the number of threads. */
static int thread_times(thread_time *into) {
  DIR *tasks = opendir("/proc/self/task");
  int count = 0;
  for (struct dirent *entry; tasks && count < THREADS && (entry = readdir(tasks));) {
    char path[LINE], line[LINE];
    unsigned long long ran;
    long id = strtol(entry->d_name, NULL, 10);
    if (id <= 0) continue;
    snprintf(path, sizeof path, "/proc/self/task/%ld/schedstat", id);
    first_line(path, line, sizeof line);
    if (sscanf(line, "%llu", &ran) == 1) into[count++] = (thread_time){id, ran};
  }
  if (tasks) closedir(tasks);
  return count;
}

void tc_node_before_mpi(void) {
  if (!before_mpi) before_mpi = malloc(THREADS * sizeof *before_mpi);
  if (before_mpi) count_before_mpi = thread_times(before_mpi);
}

static void begin_threads(void) {
  at_begin = malloc(THREADS * sizeof *at_begin);
  if (at_begin) count_at_begin = thread_times(at_begin);
}

static const thread_time *find(long id, const thread_time *times, int count) {
  for (int i = 0; i < count; i++) {
    if (times[i].id == id) return &times[i];
  }
  return NULL;
}

/* Threads that MPI started in MPI_Init make progress for it. In a short run on a busy machine they may run for more than HELPER_NS. */
static int is_of_mpi(long id_at_begin) {
  return count_before_mpi > 0 && count_before_mpi < THREADS && !find(id_at_begin, before_mpi, count_before_mpi);
}

/* Returns how many threads computed: the larger of two numbers. One is the number of threads that exist at the end and ran. The other is
   the average number of running threads, which includes ended threads. */
static int threads(uint64_t lasted, uint64_t processed) {
  thread_time *now = malloc(THREADS * sizeof *now);
  int count = now ? thread_times(now) : 0, ran = 0;
  uint64_t busiest = 0;
  for (int i = 0; i < count; i++) {
    const thread_time *first = find(now[i].id, at_begin, count_at_begin);
    if (first) now[i].ran = tc_less(now[i].ran, first->ran);
    if (first && is_of_mpi(first->id)) {
      processed = tc_less(processed, now[i].ran);
      now[i].ran = 0;
    }
    if (now[i].ran > busiest) busiest = now[i].ran;
  }
  for (int i = 0; i < count; i++) ran += now[i].ran >= HELPER_NS && now[i].ran >= busiest / HELPER_PART;
  free(now);
  uint64_t average = lasted > 0 ? (processed + lasted / 2) / lasted : 0;
  if (average > (uint64_t)ran) ran = (int)average;
  return ran > 1 ? ran : 1;
}

static void put(int file, const char *format, ...) {
  char text[8 * LINE];
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  if (length < 0 || (size_t)length >= sizeof text) return;
  ssize_t written = write(file, text, (size_t)length);
  (void)written; /* a full disk loses only this line */
}

static int open_file(int how) {
  char host[LONGEST_HOST] = "", path[4096 + LONGEST_HOST];
  gethostname(host, sizeof host - 1);
  for (char *at = host; *at; at++) {
    if (!isalnum((unsigned char)*at) && !strchr(".-_", *at)) *at = '_';
  }
  snprintf(path, sizeof path, "%s/node.%s", tc_log_folder(), host);
  return open(path, O_WRONLY | O_APPEND | O_CLOEXEC | how, 0600);
}

static void describe(int file, char *mpi_version) {
  char host[LONGEST_HOST] = "", cpu[LINE] = "", load[LINE], siblings[LINE];
  gethostname(host, sizeof host - 1);
  if (!value_of("/proc/cpuinfo", "model name", cpu, sizeof cpu)) value_of("/proc/cpuinfo", "Model", cpu, sizeof cpu);
  first_line("/proc/loadavg", load, sizeof load);
  load[strcspn(load, " ")] = 0;
  first_line("/sys/devices/system/cpu/cpu0/topology/thread_siblings_list", siblings, sizeof siblings);
  mpi_version[strcspn(mpi_version, "\n")] = 0;
  long processors = sysconf(_SC_NPROCESSORS_ONLN), threads = listed(siblings);
  put(file, "host %s\ncpu %s\nprocessors %ld\ncores %ld\nload %s\nmpi %.1000s\nbegan %lld\n", host, cpu, processors,
      threads > 0 ? processors / threads : 0, load, mpi_version, (long long)time(NULL));
}

void tc_node_begin(const char *mpi_version) {
  char allowed[LINE] = "", version[TC_VERSION_LENGTH];
  snprintf(version, sizeof version, "%s", mpi_version);
  int file = open_file(O_CREAT | O_EXCL);
  if (file >= 0) describe(file, version);
  else if (errno == EEXIST) file = open_file(0);
  if (file < 0) return;
  value_of("/proc/self/status", "Cpus_allowed_list", allowed, sizeof allowed);
  put(file, "rank %d %s\n", tc_rank, allowed);
  close(file);
  begin_threads();
  waited = waiting();
  process_began = process_time();
  began = tc_now();
}

void tc_node_end(void) {
  uint64_t now = waiting(), lasted = tc_now() - began, processed = tc_less(process_time(), process_began);
  int file = began ? open_file(0) : -1;
  if (file < 0) return;
  put(file, "threads %d %d\n", tc_rank, threads(lasted, processed));
  if (now != UINT64_MAX && waited != UINT64_MAX) put(file, "waited %d %llu %llu\n", tc_rank, (unsigned long long)(now - waited), (unsigned long long)lasted);
  close(file);
}
