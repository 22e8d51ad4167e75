/* Measures the cost of messages between two ranks: calibrate SECONDS under mpirun -n 2. Between nodes, the network's speed decides which
   sizes fit into SECONDS. A message of 16 MiB takes more than a second at 100 Mbit/s, and all quantities together need several hundred
   messages of each size. Prints lines for `tracecast calibrate`: "calibrate QUANTITY BYTES MEDIAN LOW HIGH SAMPLES", with times in
   ns. LOW and HIGH are the 10% and 90% quantiles.

   Measurements are made in rounds, and each round measures every quantity and size. A disturbance of the machine thus affects one round of
   all quantities, not all rounds of one quantity. Medians hide the disturbance. The methods are those of Culler et al. ("Assessing fast
   network interfaces", IEEE Micro 1996) and Kielmann et al. ("Fast measurement of LogP parameters", IPDPS 2000 workshops). */
#define _GNU_SOURCE /* for CPU_SET */
#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LARGEST (16 << 20)
#define SMALLEST_LARGEST (1 << 18) /* large enough to measure the bandwidth, and more than a traffic shaper passes at once */
#define BUFFER (2 * LARGEST)
#define MOST_SAMPLES 2000
#define MOST_LIMIT (1 << 18)

#define LONG_NS 2e6                /* A round trip that takes longer is measured less often. */

enum { TRIES = 9, SEARCHES = 5, STREAM = 32, SHORT_STREAM = 8, CALLS = 8, ONE_WAY_TRIPS_A_ROUND = 64, SILENCE_SECONDS = 60, SMALL_AGAIN = 6, LARGE_AGAIN = 2, FEWEST_ROUNDS = 5, MOST_ROUNDS = 400 };

static int rank, other;
static int largest = LARGEST; /* the largest size that is measured */
static int small = 65536;     /* Larger messages are measured less often, and in shorter series. */
static char *out, *in;
static double clock_ns;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Returns the time since a reading of the clock, without the cost of reading it. */
static double since(double then) {
  double time = now() - then - clock_ns;
  return time > 0 ? time : 0;
}

/* Lets time pass outside MPI. */
static void idle(double ns) {
  double begin = now();
  while (now() - begin < ns) {
  }
}

static void give(int bytes) { MPI_Send(out, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD); }

static void take(int bytes) { MPI_Recv(in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); }

/* Lets both ranks wait for each other. They return at times that differ by at most the time of one message. */
static void meet(void) {
  if (rank == 0) {
    take(0);
    give(0);
  } else {
    give(0);
    take(0);
  }
}

/* The time of an empty message in one direction, and the additional time of each byte. */
static double trip_ns, byte_ns;

/* Returns a time after meet() within which a message arrives at its receiver. The sender may have left meet() later than the receiver, by
   the time of a message. */
static double settled(int bytes) {
  double usual = 5e3 + 1.0 * bytes, here = 1.5 * (2 * trip_ns + byte_ns * bytes);
  return here > usual ? here : usual;
}

/* Samples. Both ranks run the same function, and rank 0 measures the time. */

static double round_trip(int bytes) {
  if (rank == 1) {
    take(bytes);
    give(bytes);
    return 0;
  }
  double begin = now();
  give(bytes);
  take(bytes);
  return since(begin);
}

/* Measures the call that starts a send while the receiver is outside MPI. */
static double send_call(int bytes) {
  meet();
  if (rank == 1) {
    idle(settled(bytes < 65536 ? bytes : 65536));
    take(bytes);
    return 0;
  }
  MPI_Request request;
  double begin = now();
  MPI_Isend(out, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD, &request);
  double time = since(begin);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  return time;
}

/* Measures the receive of a message that was sent some time ago: o_r of an eager message. Other receives include the transfer. */
static double receive_call(int bytes) {
  meet();
  if (rank == 1) {
    give(bytes);
    return 0;
  }
  idle(settled(bytes < 65536 ? bytes : 65536));
  double begin = now();
  take(bytes);
  return since(begin);
}

/* Measures an exchange: both ranks send and receive at once. */
static double exchange(int bytes) {
  meet();
  double begin = now();
  MPI_Sendrecv(out, bytes, MPI_BYTE, other, 0, in, bytes, MPI_BYTE, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  return since(begin);
}

/* Measures the time of many messages in a row, up to the receiver's reply that all have arrived. */
static double burst(int bytes, int many) {
  MPI_Request requests[STREAM];
  if (rank == 1) {
    for (int i = 0; i < many; i++) MPI_Irecv(in + (size_t)i * bytes, bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &requests[i]);
    meet();
    MPI_Waitall(many, requests, MPI_STATUSES_IGNORE);
    give(0);
    return 0;
  }
  meet();
  double begin = now();
  for (int i = 0; i < many; i++) MPI_Isend(out + (size_t)i * bytes, bytes, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &requests[i]);
  MPI_Waitall(many, requests, MPI_STATUSES_IGNORE);
  take(0);
  return since(begin);
}

/* Measures the time from one message to the next in a long row. */
static double stream(int bytes) {
  int many = bytes <= small ? STREAM : SHORT_STREAM;
  double one = burst(bytes, 1), all = burst(bytes, many);
  return all > one ? (all - one) / (many - 1) : 0;
}

/* Measures a copy within a rank's memory, like the copy of its own block in a collective. */
static double copy(int bytes) {
  meet();
  double begin = now();
  memcpy(in, out, (size_t)bytes);
  double time = since(begin);
  *(volatile char *)out = in[bytes / 2]; /* otherwise the compiler might remove the copy */
  return time;
}

/* Measures the creation of a communicator. */
static double communicator(int bytes) {
  (void)bytes;
  meet();
  MPI_Comm copy;
  double begin = now();
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  double time = since(begin);
  MPI_Comm_free(&copy);
  return time;
}

/* Returns how many successive collectives one sample measures. With large messages, one collective takes long enough. */
static int repeats(int bytes) { return bytes > small ? 1 : CALLS; }

#define REPEATED(name, call) \
  static double name(int bytes) { \
    int times = repeats(bytes); \
    MPI_Barrier(MPI_COMM_WORLD); \
    double begin = now(); \
    for (int i = 0; i < times; i++) call; \
    return since(begin) / times; \
  }

REPEATED(barrier, MPI_Barrier(MPI_COMM_WORLD))
REPEATED(allreduce, MPI_Allreduce(out, in, bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD))
REPEATED(allgather, MPI_Allgather(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD))
REPEATED(alltoall, MPI_Alltoall(out, bytes, MPI_BYTE, in, bytes, MPI_BYTE, MPI_COMM_WORLD))

static const struct {
  const char *name;
  double (*sample)(int bytes);
  int smallest, largest;
} quantities[] = {
    {"round_trip", round_trip, 0, LARGEST}, {"send_call", send_call, 0, LARGEST}, {"receive_call", receive_call, 0, LARGEST},
    {"exchange", exchange, 0, LARGEST},     {"stream", stream, 0, MOST_LIMIT},    {"copy", copy, 8, LARGEST},
    {"barrier", barrier, 0, 0},             {"allreduce", allreduce, 8, 1 << 20}, {"allgather", allgather, 8, 4 << 20},
    {"alltoall", alltoall, 8, LARGEST},     {"communicator", communicator, 0, 0},
};

enum { QUANTITIES = sizeof quantities / sizeof *quantities, MOST_SIZES = 64 };

/* The measured sizes, ascending except for the last two. */
static int sizes[MOST_SIZES], size_count;

static struct {
  double *samples;
  int count;
} measured[QUANTITIES][MOST_SIZES];

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double quantile(const double *sorted, int count, double q) {
  double at = q * (count - 1);
  int low = (int)at;
  return low + 1 < count ? sorted[low] + (at - low) * (sorted[low + 1] - sorted[low]) : sorted[low];
}

static void report(const char *name, int bytes, double *samples, int count) {
  qsort(samples, (size_t)count, sizeof *samples, ascending);
  printf("calibrate %s %d %.1f %.1f %.1f %d\n", name, bytes, quantile(samples, count, 0.5), quantile(samples, count, 0.1),
         quantile(samples, count, 0.9), count);
}

/* Lets time pass inside MPI. MPI accepts arriving messages, but no receive is posted for them. */
static void idle_inside(double ns) {
  int flag;
  for (double begin = now(); now() - begin < ns;) MPI_Iprobe(other, 3, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

/* Whether a blocking send waits for its receive, which is posted later. The answer is yes if the send waits in nearly all of several tries.
   Both ranks learn the result. If the receiver is inside MPI during this time, only a send that is not eager waits. If it is outside MPI,
   an eager send may wait too, because some implementations need the receiver to poll. */
static int waits_for_receive(int bytes, void (*meanwhile)(double)) {
  const double delay = 2e5; /* several times the time to copy MOST_LIMIT bytes */
  int waited = 0;
  alarm(SILENCE_SECONDS);
  for (int i = 0; i < TRIES; i++) {
    meet();
    if (rank == 1) meanwhile(delay), take(bytes);
    if (rank == 0) idle(delay / 4); /* until the receiver has left meet(), where it would receive this message too */
    double begin = now();
    if (rank == 0) give(bytes);
    waited += since(begin) > delay / 2;
  }
  MPI_Bcast(&waited, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return 4 * waited > 3 * TRIES;
}

static int ascending_sizes(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Returns the smallest message below a size whose sender waits for the receive, or this size if no sender waits. The result is the median
   of several searches. */
static int smallest_that_waits(int below, void (*meanwhile)(double)) {
  int found[SEARCHES];
  for (int i = 0; i < SEARCHES; i++) {
    int eager = 0, waits = below;
    while (waits - eager > 1) {
      int middle = eager + (waits - eager) / 2;
      if (waits_for_receive(middle, meanwhile)) waits = middle;
      else eager = middle;
    }
    found[i] = waits;
  }
  qsort(found, SEARCHES, sizeof *found, ascending_sizes);
  return found[SEARCHES / 2];
}

/* Chooses the sizes: powers of two, one size between neighbouring powers, and both sides of the eager limit. */
static void choose_sizes(int limit) {
  sizes[size_count++] = 0;
  for (int bytes = 8; bytes <= largest; bytes *= 2) {
    if (bytes >= 1024) sizes[size_count++] = bytes / 4 * 3;
    sizes[size_count++] = bytes;
  }
  if (limit <= MOST_LIMIT) sizes[size_count++] = limit - 1, sizes[size_count++] = limit;
}

/* Returns the shortest of several round trips. */
static double shortest_round_trip(int bytes) {
  double shortest = round_trip(bytes);
  for (int i = 1; i < TRIES; i++) {
    double time = round_trip(bytes);
    if (time < shortest) shortest = time;
  }
  return shortest;
}

static void time_the_network(void) {
  const int long_message = 1 << 15;
  double none = shortest_round_trip(0), many = shortest_round_trip(long_message);
  trip_ns = none / 2;
  byte_ns = many > none ? (many - none) / 2 / long_message : 0;
  MPI_Bcast(&trip_ns, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  MPI_Bcast(&byte_ns, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
}

/* Chooses the size up to which messages are small: their round trips are short. */
static void choose_small(void) {
  while (small > 1024) {
    double first = round_trip(small), second = round_trip(small);
    int is_long = (first < second ? first : second) > LONG_NS;
    MPI_Bcast(&is_long, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!is_long) return;
    small /= 2;
  }
}

/* Chooses the largest size with which FEWEST_ROUNDS rounds fit into the time. A round is estimated to take as long as ONE_WAY_TRIPS_A_ROUND
   messages of this size. */
static void choose_largest(double seconds) {
  int fits = SMALLEST_LARGEST;
  double most = 1e9 * (seconds > 1 ? seconds : 1) / FEWEST_ROUNDS / ONE_WAY_TRIPS_A_ROUND;
  for (int bytes = SMALLEST_LARGEST; bytes <= LARGEST; bytes *= 2) {
    double first = round_trip(bytes) / 2, second = round_trip(bytes) / 2;
    int more = (first < second ? first : second) <= most;
    MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
    if (!more) break;
    fits = bytes;
  }
  largest = fits;
}

/* Alarm handler: no message arrived. Prints an error, and the launcher ends the ranks. */
static void silent(int signal) {
  (void)signal;
  static const char text[] = "calibrate: no message arrived for a minute; expected two ranks that reach each other; choose the network interfaces"
                             " that MPI uses, for Open MPI with --mca btl_tcp_if_include\n";
  ssize_t written = write(STDERR_FILENO, text, sizeof text - 1);
  (void)written;
  _exit(3);
}

static void measure(int q, int s) {
  alarm(SILENCE_SECONDS);
  int again = sizes[s] <= small ? SMALL_AGAIN : LARGE_AGAIN;
  for (int i = 0; i < again; i++) {
    double time = quantities[q].sample(sizes[s]);
    /* The first sample is dropped: caches still hold data of another size. */
    if (i > 0 && measured[q][s].count < MOST_SAMPLES) measured[q][s].samples[measured[q][s].count++] = time;
  }
}

static int goes_on(int round, double end) {
  alarm(SILENCE_SECONDS);
  int more = round < FEWEST_ROUNDS || (round < MOST_ROUNDS && now() < end);
  MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return more;
}

static int rounds(double seconds) {
  int round = 0;
  for (double end = now() + 1e9 * seconds; goes_on(round, end); round++) {
    for (int s = 0; s < size_count; s++) {
      for (int q = 0; q < QUANTITIES; q++) {
        if (sizes[s] >= quantities[q].smallest && sizes[s] <= quantities[q].largest) measure(q, s);
      }
    }
  }
  return round;
}

static void report_all(void) {
  for (int q = 0; q < QUANTITIES; q++) {
    for (int s = 0; s < size_count; s++) {
      if (measured[q][s].count > 0) report(quantities[q].name, sizes[s], measured[q][s].samples, measured[q][s].count);
    }
  }
}

static void time_the_clock(void) {
  clock_ns = 1e9;
  for (int i = 0; i < 1000; i++) {
    double begin = now(), time = now() - begin;
    if (time < clock_ns) clock_ns = time;
  }
}

/* Whether the two ranks share a node. */
static int on_one_node(void) {
  MPI_Comm node;
  int size;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &size);
  MPI_Comm_free(&node);
  return size == 2;
}

/* Returns the number of TCP segments that this node has sent, or -1 if the system does not report it. */
static long sent_segments(void) {
  FILE *counters = fopen("/proc/self/net/snmp", "r");
  char line[512];
  long segments = -1;
  while (counters && fgets(line, sizeof line, counters)) {
    sscanf(line, "Tcp: %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %ld", &segments); /* OutSegs; the line of names has no number */
  }
  if (counters) fclose(counters);
  return segments;
}

/* Whether each message causes a TCP segment. */
static int over_tcp(void) {
  const int messages = 50;
  long before = sent_segments();
  for (int i = 0; i < messages; i++) round_trip(1);
  return before >= 0 && sent_segments() - before >= messages;
}

static void describe(int shared, int tcp) {
  char library[MPI_MAX_LIBRARY_VERSION_STRING], host[MPI_MAX_PROCESSOR_NAME];
  int length;
  MPI_Get_library_version(library, &length);
  library[strcspn(library, "\n")] = 0;
  MPI_Get_processor_name(host, &length);
  printf("calibrate-mpi %s\ncalibrate-host %s\ncalibrate-cores %ld\ncalibrate-node %s\ncalibrate-tcp %s\n", library, host,
         sysconf(_SC_NPROCESSORS_ONLN), shared ? "one" : "two", tcp ? "yes" : "no");
}

/* Processes that compute at the same time, each on a processor of its own. A triad (McCalpin's STREAM) needs the bandwidth of the shared
   memory; a loop in registers needs none. */
enum { TRIAD_DOUBLES = 1 << 20, REGISTER_STEPS = 1 << 22, PASSES = 4, MOST_PROCESSES = 1024 };

struct together {
  volatile int arrived;
  double ns[MOST_PROCESSES];
};

static void triad(double *a, const double *b, const double *c) {
  for (int i = 0; i < TRIAD_DOUBLES; i++) a[i] = b[i] + 3 * c[i];
}

static void in_registers(double *result) {
  double x = *result;
  for (int i = 0; i < REGISTER_STEPS; i++) x = x * 0.999999 + 1e-9;
  *result = x;
}

/* Computes in a process of its own, and ends the process. */
static void compute(struct together *all, int me, int processes, int uses_memory) {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  CPU_SET(me, &mine);
  sched_setaffinity(0, sizeof mine, &mine); /* Where this is forbidden, the system chooses a processor. */
  double *arrays = malloc(3 * TRIAD_DOUBLES * sizeof(double));
  if (!arrays) _exit(1);
  for (int i = 0; i < 3 * TRIAD_DOUBLES; i++) arrays[i] = i;
  __atomic_add_fetch(&all->arrived, 1, __ATOMIC_SEQ_CST);
  while (all->arrived < processes) sched_yield();
  double begin = now();
  for (int pass = 0; pass < PASSES; pass++) {
    if (uses_memory) {
      triad(arrays + pass % 2, arrays + TRIAD_DOUBLES, arrays + 2 * TRIAD_DOUBLES - 1);
    } else {
      in_registers(arrays);
    }
  }
  all->ns[me] = since(begin);
  _exit(arrays[1] == 0.5);
}

/* Returns the mean time of the processes; 0 if some could not run. */
static double computed_together(int processes, int uses_memory) {
  struct together *all = mmap(NULL, sizeof *all, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) return 0;
  int started = 0, failed = 0;
  for (; started < processes; started++) {
    pid_t child = fork();
    if (child == 0) compute(all, started, processes, uses_memory);
    if (child < 0) break;
  }
  if (started < processes) __atomic_add_fetch(&all->arrived, processes, __ATOMIC_SEQ_CST); /* the started processes must not wait for others */
  for (int i = 0, status; i < started; i++) failed += wait(&status) < 0 || status != 0;
  double sum = 0;
  for (int i = 0; i < processes; i++) sum += all->ns[i];
  munmap(all, sizeof *all);
  return started < processes || failed > 0 ? 0 : sum / processes;
}

/* Measures how much processes slow each other down. Runs after MPI has ended, because ranks of MPI poll. */
static void compare_processes(void) {
  int cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (cores > MOST_PROCESSES) cores = MOST_PROCESSES;
  for (int processes = 1;; processes = 2 * processes < cores ? 2 * processes : cores) {
    for (int uses_memory = 0; uses_memory < 2; uses_memory++) {
      double times[SEARCHES];
      int count = 0;
      for (int i = 0; i < SEARCHES; i++) {
        double time = computed_together(processes, uses_memory);
        if (time > 0) times[count++] = time;
      }
      if (count > 0) report(uses_memory ? "triad" : "registers", processes, times, count);
    }
    if (processes == cores) break;
  }
}

/* 20,000 repetitions of about 25 us take half a second. */
enum { REPETITIONS = 20000, REPETITION_STEPS = 1 << 13, REPETITIONS_IN_LINE = 100 };

/* Repeats the same work, as LLNL's Fixed Work Quantum benchmark does. The system took the time by which a repetition exceeds the fastest
   repetition. Runs after MPI has ended, on the processor where the system puts it. */
static void repeat_fixed_work(void) {
  double *ns = malloc(REPETITIONS * sizeof(double)), x = 1;
  if (!ns) return;
  for (int i = 0; i < REPETITIONS; i++) {
    double begin = now();
    for (int step = 0; step < REPETITION_STEPS; step++) x = x * 0.999999 + 1e-9;
    ns[i] = since(begin);
  }
  for (int i = 0; x != 0.5 && i < REPETITIONS; i++) {
    printf("%s %.0f%s", i % REPETITIONS_IN_LINE == 0 ? "calibrate-noise" : "", ns[i], i % REPETITIONS_IN_LINE == REPETITIONS_IN_LINE - 1 ? "\n" : "");
  }
  free(ns);
}

int main(int argc, char **argv) {
  int size;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0) printf("calibrate-ranks %d\n", size);
  if (size == 2) {
    other = 1 - rank;
    out = malloc(BUFFER);
    in = malloc(BUFFER);
    for (int i = 0; i < QUANTITIES * MOST_SIZES; i++) {
      measured[i / MOST_SIZES][i % MOST_SIZES].samples = malloc(MOST_SAMPLES * sizeof(double));
    }
    memset(out, 1, BUFFER); /* touches the memory, so that it is allocated */
    memset(in, 1, BUFFER);
    time_the_clock();
    signal(SIGALRM, silent);
    alarm(SILENCE_SECONDS);
    /* The first messages go one way at a time. If both ranks connect at once, some networks connect neither. */
    meet();
    int shared = on_one_node();
    int limit = smallest_that_waits(MOST_LIMIT + 1, idle_inside);
    int looked_at = smallest_that_waits(limit, idle);
    alarm(SILENCE_SECONDS);
    time_the_network();
    choose_small();
    choose_largest(argc > 1 ? atof(argv[1]) : 0);
    if (rank == 0) printf("calibrate-largest %d\n", largest), fflush(stdout);
    int tcp = over_tcp();
    choose_sizes(limit);
    int count = rounds(argc > 1 ? atof(argv[1]) : 0);
    if (rank == 0) {
      describe(shared, tcp);
      report_all();
      printf("calibrate-eager %d\ncalibrate-eager-waits %d\ncalibrate-rounds %d\n", limit <= MOST_LIMIT ? limit : 0,
             looked_at < limit ? looked_at : 0, count);
    }
  }
  MPI_Finalize();
  alarm(0);
  if (rank == 0 && size == 2) {
    compare_processes();
    repeat_fixed_work();
  }
  return 0;
}
