/* Measures the cost of messages between two ranks: calibrate SECONDS under mpirun -n 2. SECONDS is the time of all measurements, without
   the start and the end of the ranks. The speed of the network decides which sizes fit into this time. Prints lines for
   `tracecast calibrate`: "calibrate QUANTITY BYTES MEDIAN LOW HIGH SAMPLES", with times in ns. LOW and HIGH are the 10% and 90%
   quantiles. Lines "calibrate-progress PERCENT" come from time to time.

   The time is divided: first the search for the eager limit, then rounds, and at the end measurements of the processors without MPI. Each
   round measures all sizes. A disturbance of the machine thus affects one round of all quantities, not all rounds of one quantity.
   Medians hide the disturbance. The first rounds measure only what the parameters of the machine need, and their sizes are chosen so that
   they fit into the time. Further rounds measure everything until the time is over. The methods are those of Culler et al. ("Assessing fast
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
#define USUAL_LARGEST (1 << 18) /* If this size does not fit into the time, fewer sizes are measured, and less often. */
#define LEAST_LARGEST (1 << 15)
#define SMALL (1 << 16)         /* Larger messages are measured less often, and in shorter series. */
#define BUFFER (2 * LARGEST)
#define MOST_SAMPLES 2000
#define MOST_LIMIT (1 << 18)
#define USUAL_LIMIT (1 << 16)

/* Parts of the time */
#define SEARCH_END 0.2          /* The search for the eager limit ends here, */
#define PLANNED 0.7             /* the first rounds take at most this part of the time for all rounds, */
#define PROCESSORS 0.2          /* and measurements without MPI take this part, within bounds. */
#define LEAST_PROCESSORS_NS 4e8
#define MOST_PROCESSORS_NS 1.5e9
#define LONG_ROUND_TRIP 1e-4    /* A round trip that takes longer is measured less often. 2 ms of 20 s */
#define LONG_TRY 2e-3           /* A message that takes longer is sent once in a search for the eager limit. */
#define LONG_PROBE 1e-2         /* A round trip that takes longer is long enough to measure the bandwidth for the plan. */

enum { TRIES = 9, DECIDING_TRIES = 3, SEARCHES = 5 };
enum { PLANNED_ROUNDS = 3, MORE_OF_EVERYTHING = 3, SMALL_AGAIN = 6, LARGE_AGAIN = 2, MANY_TRIPS = 8 };
enum { STREAM = 32, SHORT_STREAM = 8, CALLS = 8, SILENCE_SECONDS = 60 };

static int rank, other;
static char *out, *in;
static double clock_ns;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* The time of all measurements, and when they began. Only rank 0 looks at its clock, so that both ranks do the same. */
static double budget_ns, begin_ns;

/* Returns how much of a part of the time is left. */
static double left(double part) { return begin_ns + part * budget_ns - now(); }

static void progress(void) {
  static int printed = -1;
  int percent = (int)(100 * (1 - left(1) / budget_ns));
  if (rank == 0 && percent > printed && percent <= 100) printf("calibrate-progress %d\n", printed = percent), fflush(stdout);
}

/* Returns rank 0's value on both ranks. */
static int agreed(int value) {
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return value;
}

static double agreed_time(double ns) {
  MPI_Bcast(&ns, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return ns;
}

/* Whether a part of the time is not over. */
static int has_time(double part) { return agreed(left(part) > 0); }

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

/* The least time of an empty message in one direction, the additional time of each byte, and the usual time of an empty message, which is
   longer on a busy machine. */
static double trip_ns, byte_ns, usual_trip_ns;

static double message_ns(int bytes) { return trip_ns + byte_ns * bytes; }

/* Whether the network is too slow for the usual sizes in this time. */
static int hurried;

/* Whether a message is large, or takes long. */
static int is_large(int bytes) { return bytes > SMALL || 2 * message_ns(bytes) > LONG_ROUND_TRIP * budget_ns; }

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
  int many = is_large(bytes) ? SHORT_STREAM : STREAM;
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
static int repeats(int bytes) { return is_large(bytes) ? 1 : CALLS; }

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
  int needed; /* whether parameters of the machine need it */
} quantities[] = {
    {"round_trip", round_trip, 0, LARGEST, 1}, {"send_call", send_call, 0, LARGEST, 1}, {"receive_call", receive_call, 0, LARGEST, 1},
    {"exchange", exchange, 0, LARGEST, 0},     {"stream", stream, 0, MOST_LIMIT, 1},    {"copy", copy, 8, LARGEST, 1},
    {"barrier", barrier, 0, 0, 0},             {"allreduce", allreduce, 8, 1 << 20, 0}, {"allgather", allgather, 8, 4 << 20, 0},
    {"alltoall", alltoall, 8, LARGEST, 0},     {"communicator", communicator, 0, 0, 1},
};

enum { QUANTITIES = sizeof quantities / sizeof *quantities, MOST_SIZES = 64 };

static int sizes[MOST_SIZES], size_count; /* ascending */

static struct {
  double *samples;
  int count, seen;
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

/* Whether a blocking send waits for its receive, which is posted later. Both ranks learn the result. If the receiver is inside MPI during
   this time, only a send that is not eager waits. If it is outside MPI, an eager send may wait too, because some implementations need the
   receiver to poll. */
static int waits_once(int bytes, void (*meanwhile)(double)) {
  /* 200 us are several times the time to copy MOST_LIMIT bytes. On a slow network, a longer time excludes more disturbances. */
  double delay = message_ns(bytes) > 8e5 ? message_ns(bytes) / 4 : 2e5;
  meet();
  if (rank == 1) meanwhile(delay), take(bytes);
  if (rank == 0) idle(delay / 4); /* until the receiver has left meet(), where it would receive this message too */
  double begin = now();
  if (rank == 0) give(bytes);
  return agreed(since(begin) > delay / 2);
}

/* The same by several tries, until one answer is ahead of the other. A message that takes long has one try. */
static int waits_for_receive(int bytes, void (*meanwhile)(double)) {
  int ahead = 0, enough = message_ns(bytes) > LONG_TRY * budget_ns ? 1 : DECIDING_TRIES;
  for (int i = 0; i < TRIES && abs(ahead) < enough; i++) {
    alarm(SILENCE_SECONDS);
    ahead += waits_once(bytes, meanwhile) ? 1 : -1;
  }
  progress();
  return ahead > 0;
}

/* The largest size whose sender is known not to wait, and the smallest size whose sender waits. No size between them was tried. */
struct limit {
  int eager, waits;
};

/* Returns the next size to try. Long messages take long, so the power of two is found first. */
static int between(struct limit l) {
  if (l.eager > 0 && l.waits < 4 * l.eager) return l.eager + (l.waits - l.eager) / 2;
  int least = 0, most = 0;
  while (2 << least <= l.eager) least++;
  while (2 << most <= l.waits) most++;
  return 1 << (least + most) / 2;
}

/* Whether a limit is not known to a factor of two. Limits above the usual one are known less exactly if there is no time. */
static int is_vague(struct limit l) { return l.waits > 2 * l.eager && l.eager < USUAL_LIMIT; }

static int is_exact(struct limit l) { return l.waits - l.eager <= 1; }

/* Searches for the limit by bisection, until it is exact, or until a part of the time is over and it is not vague. */
static struct limit search(int below, void (*meanwhile)(double), double part) {
  struct limit l = {0, below};
  while (!is_exact(l) && (is_vague(l) || has_time(part))) {
    int middle = between(l);
    if (waits_for_receive(middle, meanwhile)) l.waits = middle;
    else l.eager = middle;
  }
  return l;
}

static int ascending_limits(const void *a, const void *b) {
  const struct limit *x = a, *y = b;
  return (x->waits > y->waits) - (x->waits < y->waits);
}

/* Returns the median of several searches below a size, of fewer if the time is short. If no sender waits, the limit is this size. */
static struct limit eager_limit(int below, void (*meanwhile)(double), double part) {
  struct limit found[SEARCHES];
  int count = 0;
  do {
    struct limit l = search(below, meanwhile, part);
    if (count == 0 || is_exact(l)) found[count++] = l;
  } while (count < SEARCHES && has_time(part));
  qsort(found, (size_t)count, sizeof *found, ascending_limits);
  return found[count / 2];
}

/* Returns a quantile of several round trips. */
static double some_round_trips(int bytes, int tries, double q) {
  double times[TRIES];
  for (int i = 0; i < tries; i++) times[i] = round_trip(bytes);
  qsort(times, (size_t)tries, sizeof *times, ascending);
  return quantile(times, tries, q);
}

/* Returns the least time to copy a byte. */
static double copied_byte_ns(void) {
  const int bytes = 1 << 20;
  double least = 1e9;
  for (int i = 0; i < TRIES; i++) {
    double time = copy(bytes);
    if (time < least) least = time;
  }
  return least / bytes;
}

/* Returns the time of a byte on the network. A traffic shaper lets the first of the long messages pass faster, so their median counts. */
static double sent_byte_ns(double none) {
  int bytes = 1024;
  double many;
  do {
    bytes *= 2;
    many = some_round_trips(bytes, DECIDING_TRIES, 0.5);
  } while (agreed(bytes < LEAST_LARGEST && many < LONG_PROBE * budget_ns));
  return many > none ? (many - none) / 2 / bytes : 0;
}

/* Measures roughly what messages cost. Inside a node they are copied twice at most; on a busy machine, this is known better than the time
   of a message. */
static void time_the_network(int shared) {
  double none = some_round_trips(0, TRIES, 0);
  trip_ns = agreed_time(none / 2);
  usual_trip_ns = agreed_time(some_round_trips(0, DECIDING_TRIES, 0.5) / 2);
  byte_ns = agreed_time(shared ? 2 * copied_byte_ns() : sent_byte_ns(none));
}

/* Returns how often a quantity is sampled in a round. */
static int again(int bytes) { return !is_large(bytes) ? SMALL_AGAIN : hurried ? 1 : LARGE_AGAIN; }

/* Whether a size has streams. They measure the gap of eager messages, which is shorter than the time of the bytes on a slow network. */
static int has_streams(int bytes, struct limit l) { return bytes < l.waits && (bytes == 0 || !hurried); }

static int has_quantity(int q, int bytes, struct limit l) {
  return bytes >= quantities[q].smallest && bytes <= quantities[q].largest && (quantities[q].sample != stream || has_streams(bytes, l));
}

/* Returns the expected time of a planned round for a size: round_trip, send_call and receive_call are 5 messages with waits in between, and
   quantities begin with meet(). */
static double planned_ns(int bytes, struct limit l) {
  double once = 5 * byte_ns * bytes + 17 * usual_trip_ns;
  if (has_streams(bytes, l)) once += (is_large(bytes) ? SHORT_STREAM : STREAM) * (byte_ns * bytes + trip_ns / 4) + 6 * usual_trip_ns;
  return again(bytes) * once;
}

static int ascending_sizes(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

/* Chooses the sizes up to a largest one: powers of two, a size between neighbouring powers, and both sides of the eager limit; if hurried,
   every third power. Sizes within an inexact limit are left out. Returns the expected time of a planned round. */
static double choose_sizes(int largest, struct limit l) {
  int all[MOST_SIZES] = {0, 8}, count = 2;
  if (l.waits <= MOST_LIMIT) all[count++] = l.eager, all[count++] = l.waits;
  for (int bytes = largest; bytes > 8; bytes /= hurried ? 8 : 2) {
    if (bytes >= 1024 && !hurried) all[count++] = bytes / 4 * 3;
    all[count++] = bytes;
  }
  qsort(all, (size_t)count, sizeof *all, ascending_sizes);
  double ns = 0;
  size_count = 0;
  for (int i = 0; i < count; i++) {
    int inside = all[i] > l.eager && all[i] < l.waits && l.waits <= MOST_LIMIT, twice = i > 0 && all[i] == all[i - 1];
    if (!inside && !twice && all[i] <= largest) ns += planned_ns(sizes[size_count++] = all[i], l);
  }
  return ns;
}

/* Whether the bytes of a message take so much longer than an empty message that their time shows the bandwidth, on a busy machine too. */
static int shows_bandwidth(int bytes) { return byte_ns * bytes > MANY_TRIPS * usual_trip_ns; }

/* Chooses the sizes that fit into a time, but at least one that shows the bandwidth. Returns the number of planned rounds. */
static int plan(double ns, struct limit l) {
  int largest = LARGEST, count = PLANNED_ROUNDS;
  hurried = count * choose_sizes(USUAL_LARGEST, l) > ns;
  while (largest > LEAST_LARGEST && count * choose_sizes(largest, l) > ns && shows_bandwidth(largest / 2)) largest /= 2;
  while (count > 1 && count * choose_sizes(largest, l) > ns) count--;
  return count;
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

/* Keeps a sample. If there are too many, each is kept with the same probability. */
static void keep(int q, int s, double time) {
  static uint64_t state = 88172645463325252ULL;
  int at = measured[q][s].count, seen = ++measured[q][s].seen;
  if (at == MOST_SAMPLES) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    at = (int)(state % (uint64_t)seen);
  } else {
    measured[q][s].count++;
  }
  if (at < MOST_SAMPLES) measured[q][s].samples[at] = time;
}

static void measure(int q, int s) {
  int times = again(sizes[s]);
  for (int i = 0; i < times; i++) {
    alarm(SILENCE_SECONDS + (unsigned)(1e-9 * STREAM * message_ns(sizes[s])));
    double time = quantities[q].sample(sizes[s]);
    /* Of several samples, the first is dropped: caches still hold data of another size. */
    if (i > 0 || times == 1) keep(q, s, time);
  }
}

/* Measures the quantities at a size. Returns the time for it. */
static double measure_size(int s, struct limit l, int only_needed) {
  double begin = now();
  for (int q = 0; q < QUANTITIES; q++) {
    if (has_quantity(q, sizes[s], l) && (quantities[q].needed || !only_needed)) measure(q, s);
  }
  progress();
  return since(begin);
}

/* Measures the planned rounds, and everything in further rounds until a part of the time is over. If a size no longer fits, the round ends
   there, and smaller sizes take the rest of the time. Returns the number of whole rounds. */
static int rounds(int planned, struct limit l, double part) {
  static double took[MOST_SIZES];
  int round = 0, s;
  for (; round < planned; round++) {
    for (s = 0; s < size_count; s++) took[s] = MORE_OF_EVERYTHING * measure_size(s, l, 1);
  }
  do {
    for (s = 0; s < size_count && agreed(left(part) > took[s]); s++) took[s] = measure_size(s, l, 0);
    round += s == size_count;
  } while (s > 0);
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
  long before = sent_segments();
  for (int i = 0; i < TRIES; i++) round_trip(1);
  return before >= 0 && sent_segments() - before >= TRIES;
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
enum { TRIAD_DOUBLES = 1 << 20, REGISTER_STEPS = 1 << 22, PASSES = 4, MOST_PROCESSES = 1024, MOST_NUMBERS = 11 };

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
  for (int i = 0; i < (uses_memory ? 3 * TRIAD_DOUBLES : 2); i++) arrays[i] = i;
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

/* 20,000 repetitions of about 25 us take half a second. A shorter measurement has fewer. */
enum { REPETITIONS = 20000, REPETITIONS_A_SECOND = 2000, REPETITION_NS = 25000, REPETITION_STEPS = 1 << 13, REPETITIONS_IN_LINE = 100 };

static int repetitions(void) {
  double share = 1e-9 * budget_ns * REPETITIONS_A_SECOND;
  return share < REPETITIONS ? (int)share / REPETITIONS_IN_LINE * REPETITIONS_IN_LINE : REPETITIONS;
}

/* Measures how much 1, 2, 4 and more processes slow each other down, several times if the time suffices. Runs after MPI has ended, because
   ranks of MPI poll. */
static void compare_processes(void) {
  static double times[MOST_NUMBERS][2][SEARCHES];
  int numbers[MOST_NUMBERS], different = 0, counts[MOST_NUMBERS][2] = {0}, cores = (int)sysconf(_SC_NPROCESSORS_ONLN);
  if (cores > MOST_PROCESSES) cores = MOST_PROCESSES;
  for (int processes = 1; processes < cores; processes *= 2) numbers[different++] = processes;
  numbers[different++] = cores;
  double took = 0;
  for (int round = 0; round < SEARCHES && (round == 0 || left(1) > took + (double)REPETITION_NS * repetitions()); round++) {
    double begin = now();
    for (int i = 0; i < 2 * different; i++) {
      double time = computed_together(numbers[i / 2], i % 2);
      if (time > 0) times[i / 2][i % 2][counts[i / 2][i % 2]++] = time;
    }
    took = since(begin);
    progress();
  }
  for (int i = 0; i < 2 * different; i++) {
    int count = counts[i / 2][i % 2];
    if (count > 0) report(i % 2 ? "triad" : "registers", numbers[i / 2], times[i / 2][i % 2], count);
  }
}

/* Repeats the same work, as LLNL's Fixed Work Quantum benchmark does. The system took the time by which a repetition exceeds the fastest
   repetition. Runs after MPI has ended, on the processor where the system puts it. */
static void repeat_fixed_work(void) {
  int count = repetitions();
  double *ns = malloc((size_t)count * sizeof(double)), x = 1;
  if (!ns) return;
  for (int i = 0; i < count; i++) {
    double begin = now();
    for (int step = 0; step < REPETITION_STEPS; step++) x = x * 0.999999 + 1e-9;
    ns[i] = since(begin);
  }
  for (int i = 0; x != 0.5 && i < count; i++) {
    printf("%s %.0f%s", i % REPETITIONS_IN_LINE == 0 ? "calibrate-noise" : "", ns[i], i % REPETITIONS_IN_LINE == REPETITIONS_IN_LINE - 1 ? "\n" : "");
  }
  free(ns);
}

/* Measures all messages, and prints the results. */
static void measure_messages(void) {
  double part = PROCESSORS * budget_ns;
  double end = 1 - (part < LEAST_PROCESSORS_NS ? LEAST_PROCESSORS_NS : part > MOST_PROCESSORS_NS ? MOST_PROCESSORS_NS : part) / budget_ns;
  int shared = on_one_node();
  time_the_network(shared);
  struct limit inside = eager_limit(MOST_LIMIT + 1, idle_inside, shared ? SEARCH_END / 2 : SEARCH_END);
  /* Between nodes, the machine file does not need this limit. */
  struct limit outside = shared ? eager_limit(inside.waits, idle, SEARCH_END) : inside;
  int tcp = over_tcp();
  int planned = plan(agreed_time(PLANNED * left(end)), inside);
  int count = rounds(planned, inside, end);
  if (rank == 0) {
    describe(shared, tcp);
    report_all();
    printf("calibrate-eager %d\ncalibrate-largest-eager %d\ncalibrate-eager-waits %d\ncalibrate-rounds %d\n",
           inside.waits <= MOST_LIMIT ? inside.waits : 0, inside.eager, outside.waits < inside.waits ? outside.waits : 0, count);
  }
}

int main(int argc, char **argv) {
  int size;
  double seconds = argc > 1 ? atof(argv[1]) : 0;
  budget_ns = 1e9 * (seconds > 1 ? seconds : 1);
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
    begin_ns = now();
    measure_messages();
  }
  MPI_Finalize();
  alarm(0);
  if (rank == 0 && size == 2) {
    compare_processes();
    repeat_fixed_work();
  }
  return 0;
}
