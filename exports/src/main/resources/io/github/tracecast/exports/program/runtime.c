/* Ends the whole run with a message of one line. */
static void fail(const char *message) {
  fprintf(stderr, "error: rank %d: %s\n", me, message);
  PMPI_Abort(MPI_COMM_WORLD, 1);
  exit(1);
}

static void *allocated(size_t bytes) {
  void *memory = calloc(bytes ? bytes : 1, 1);
  if (!memory) fail("no memory");
  return memory;
}

/* Which rank lists hold this rank. A list is sections: start, depth, then stride and iterations of each depth. */
static unsigned char in[LISTS];

static int in_section(const int *section) {
  int left = me - section[0];
  for (int level = 0; level < section[1]; level++) {
    int stride = section[2 + 2 * level], last = section[3 + 2 * level] - 1;
    int taken = left < 0 ? 0 : left / stride;
    left -= stride * (taken < last ? taken : last);
  }
  return left == 0;
}

static void find_lists(void) {
  for (int l = 0; l < LISTS; l++) {
    const int *section = lists[l] + 1;
    for (int s = 0; s < lists[l][0]; s++, section += 2 + 2 * section[1]) in[l] |= (unsigned char)in_section(section);
  }
}

/* A number of the trace: itself, or one of these. In tables, TIMES(n) says that the next number comes n times, and STEPS(n) that n
   numbers follow: the next one is the first of them, and the one after it their distance. */
typedef long long code;

enum { PLAIN_KIND, RANK_KIND, AROUND_KIND, ANY_KIND, NONE_KIND, PERSISTENT_KIND, TRANSPOSED_KIND, TIMES_RANK_KIND, TIMES_RANK_AROUND_KIND, OTHER_KIND, TIMES_KIND, STEPS_KIND };

#define CODE(kind, number) ((code)(kind) * (1LL << 56) + (number))

#define RANK(number) CODE(RANK_KIND, number)

#define AROUND(number) CODE(AROUND_KIND, number)

#define ANY CODE(ANY_KIND, 0)

#define NONE CODE(NONE_KIND, 0)

#define PERSISTENT(number) CODE(PERSISTENT_KIND, number)

#define TRANSPOSED(number) CODE(TRANSPOSED_KIND, number)

#define TIMES_RANK(number) CODE(TIMES_RANK_KIND, number)

#define TIMES_RANK_AROUND(number) CODE(TIMES_RANK_AROUND_KIND, number)

#define OTHER(number) CODE(OTHER_KIND, number)

#define TIMES(number) CODE(TIMES_KIND, number)

#define STEPS(number) CODE(STEPS_KIND, number)

static int kind_of(code c) {
  return (int)((c + (1LL << 55)) >> 56);
}

static long long number_of(code c) {
  return c - kind_of(c) * (1LL << 56);
}

/* What this rank sees of a value: one tuple for each execution, periodically. */
struct values {
  int period, *starts;
  code *terms;
};

static code *expanded(const code *at, const code *end) {
  size_t used = 0, room = 16;
  code *all = allocated(room * sizeof *all);
  while (at < end) {
    long long times = 1, step = 0;
    int kind = kind_of(*at);
    if (kind == TIMES_KIND || kind == STEPS_KIND) times = number_of(*at++);
    if (kind == STEPS_KIND) step = at[1];
    for (long long t = 0; t < times; t++) {
      if (used == room) all = realloc(all, (room *= 2) * sizeof *all);
      if (!all) fail("no memory for the values of the trace");
      all[used++] = *at + t * step;
    }
    at += kind == STEPS_KIND ? 2 : 1;
  }
  return all;
}

/* Finds the piece of a table that this rank sees. A table has pieces: rank list, words that follow the period, period, tuples. */
static void load(struct values *v, const code *table, size_t words, int tuples) {
  const code *end = table + words;
  while (table < end && !in[table[0]]) table += 3 + table[1];
  if (table == end) return;
  v->period = (int)table[2];
  v->terms = expanded(table + 3, table + 3 + table[1]);
  v->starts = allocated(((size_t)v->period * 2) * sizeof *v->starts);
  for (int e = 0, at = 0; e < v->period; e++) {
    int length = tuples ? (int)v->terms[at++] : 1;
    v->starts[2 * e] = at;
    at += length;
    v->starts[2 * e + 1] = at;
  }
}

static int tuple_length(const struct values *v, long long k) {
  int e = (int)(k % v->period);
  return v->starts[2 * e + 1] - v->starts[2 * e];
}

static const code *tuple(const struct values *v, long long k) {
  return v->terms + v->starts[2 * (int)(k % v->period)];
}

/* A communicator, with this rank's place in it. An inter-communicator counts the ranks of both groups, one after the other; `own` is the rank
   in the own group, and calls name ranks that are smaller by `shift`. */
struct communicator {
  MPI_Comm handle;
  int rank, size, own, shift;
};

static struct communicator comms[COMMUNICATORS];

static int around(int rank, int size) {
  return (rank % size + size) % size;
}

/* The partner across the diagonal of a grid of width x width blocks. */
static int transposed(int width, int comm) {
  int block_ranks = comms[comm].size / (width * width), block = comms[comm].rank / block_ranks;
  return (block % width * width + block / width) * block_ranks + comms[comm].rank % block_ranks;
}

/* An offset times 2^20 plus a slope, which is below 2^19. */
static long long times_rank(long long number, int comm) {
  long long slope = ((number & 0xfffff) ^ 0x80000) - 0x80000;
  return slope * comms[comm].rank + (number - slope) / (1 << 20);
}

/* A process by its number among all but this one. */
static int other_process(int number, int comm) {
  return number < comms[comm].rank ? number : number + 1;
}

static long long resolved(code c, int comm) {
  switch (kind_of(c)) {
  case RANK_KIND: return comms[comm].rank + number_of(c);
  case AROUND_KIND: return around(comms[comm].rank + (int)number_of(c), comms[comm].size);
  case TRANSPOSED_KIND: return transposed((int)number_of(c), comm);
  case TIMES_RANK_KIND: return times_rank(number_of(c), comm);
  case TIMES_RANK_AROUND_KIND: return around((int)times_rank(number_of(c), comm), comms[comm].size);
  case OTHER_KIND: return other_process((int)number_of(c), comm);
  default: return number_of(c);
  }
}

/* A number that is no rank of a process. */
static long long number_at(const struct values *v, long long k, int comm) {
  return resolved(*tuple(v, k), comm);
}

static int peer_of(code c, int comm) {
  return kind_of(c) == ANY_KIND ? MPI_ANY_SOURCE : kind_of(c) == NONE_KIND ? MPI_PROC_NULL : (int)resolved(c, comm);
}

static int peer_at(const struct values *v, long long k, int comm) {
  return peer_of(*tuple(v, k), comm);
}

static int tag_at(const struct values *v, long long k) {
  code c = *tuple(v, k);
  return kind_of(c) == ANY_KIND ? MPI_ANY_TAG : (int)c;
}

static int color_at(const struct values *v, long long k, int comm) {
  code c = *tuple(v, k);
  return kind_of(c) == NONE_KIND ? MPI_UNDEFINED : (int)resolved(c, comm);
}

/* A communicator, a group or a request, where -1 is none. */
static long long item_at(const struct values *v, long long k) {
  code c = *tuple(v, k);
  return kind_of(c) == NONE_KIND ? -1 : c;
}

static const int *ints(const struct values *v, long long k) {
  int n = tuple_length(v, k), *copy = allocated((size_t)n * sizeof *copy);
  for (int i = 0; i < n; i++) copy[i] = (int)tuple(v, k)[i];
  return copy;
}

/* What this rank spent at each call site. */
struct use {
  double calls, bytes, seconds, ranks;
};

static struct use uses[SITES];

static int site;

static int last_site = -2;

static double entered;

static double left, started, computing;

/* Tells Tracecast's recorder, where it runs along, which call of the original program this is; NULL for the program's own ones. */
extern void tracecast_call_site(const char *name) __attribute__((weak));

static void tell(const char *name) {
  if (tracecast_call_site) tracecast_call_site(name);
}

static void enter(void) {
  tell(sites[site].name);
  entered = PMPI_Wtime();
}

static void leave(double bytes) {
  left = PMPI_Wtime();
  tell(NULL);
  struct use *use = &uses[site];
  use->calls++;
  use->bytes += bytes;
  use->seconds += left - entered;
}

static double cpu_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Computes until the given number of microseconds has passed since the last call. */
static void spin(double micros) {
  while (PMPI_Wtime() < left + 1e-6 * micros) continue;
}

/* The same in time of this process on a processor. */
static void spin_cpu(double micros) {
  double end = cpu_seconds() + 1e-6 * micros;
  while (cpu_seconds() < end) continue;
}

/* Times that are too short for a sleep, and the excess of a sleep, count for the next sleep. */
static void doze(double micros) {
  static double owed;
  owed += 1e-6 * micros - (PMPI_Wtime() - left);
  if (owed < 1e-4) return;
  double before = PMPI_Wtime();
  struct timespec t = {(time_t)owed, (long)((owed - (double)(time_t)owed) * 1e9)};
  nanosleep(&t, NULL);
  owed -= PMPI_Wtime() - before;
}

static uint64_t mixed(uint64_t value) {
  uint64_t z = value + 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/* Computations of one rank between its calls, for the page of tracecast replay: the program's arguments are this rank and a file. */
enum { SAMPLED = 2000 };

struct computation {
  double start, seconds;
};

static struct computation sampled[SAMPLED];

static int sampled_rank = -1;

static const char *sample_file;

static long long computations;

static double shortest, longest;

/* Each computation is in the sample with the same probability, however many follow: neighbours in a loop would be alike. */
static void sample(double start, double seconds) {
  if (computations == 0 || seconds < shortest) shortest = seconds;
  if (seconds > longest) longest = seconds;
  uint64_t place = (uint64_t)computations++;
  if (place >= SAMPLED) place = mixed(place) % (place + 1);
  if (place < SAMPLED) sampled[place] = (struct computation){start, seconds};
}

static void write_sample(void) {
  if (me != sampled_rank) return;
  FILE *out = fopen(sample_file, "w");
  if (!out) fail("cannot write the file of its computations");
  fprintf(out, "%lld %.9e %.9e %.9e\n", computations, computing, shortest, longest);
  for (int i = 0; i < SAMPLED && i < computations; i++) fprintf(out, "%.9e %.9e\n", sampled[i].start, sampled[i].seconds);
  fclose(out);
}

/* The computation before a call, and which call it is. */
static void at(int next, double micros) {
  site = next;
  COMPUTE(micros);
  double seconds = PMPI_Wtime() - left;
  computing += seconds;
  if (me == sampled_rank) sample(left - started, seconds);
  last_site = sites[next].id;
}

/* The computation before a call: for each path the call site before it (-1 for any), rank list, period, microseconds by execution. */
static double delta(const double *paths, int count, long long k) {
  for (int any = 0; any < 2; any++) {
    const double *path = paths;
    for (int p = 0; p < count; p++, path += 3 + (int)path[2]) {
      if ((int)path[0] == (any ? -1 : last_site) && in[(int)path[1]]) return path[3 + k % (long long)path[2]];
    }
  }
  return 0;
}

static double unit(uint64_t bits) {
  return (double)(bits >> 11) * 0x1.0p-53;
}

static double within(double least, double mean, double most, double side, double where) {
  if (!(most > least)) return mean;
  return side * (most - least) < most - mean ? least + where * (mean - least) : mean + where * (most - mean);
}

/* Draws from the same path's distribution as delta; the replay of Tracecast draws the same. A distribution is its number of bins (0
   for least, mean and most alone, -1 with the probability of one of the ends after them), then count, least, mean and most of each. */
static double drawn(const double *paths, int count, int event, long long k) {
  int which = (int)delta(paths, count, k) - 1;
  if (which < 0) return 0;
  const double *d = distributions[which];
  uint64_t key = mixed(mixed(mixed(mixed(SEED) + (uint64_t)me) + (uint64_t)event) + (uint64_t)k);
  double where = unit(mixed(key));
  if (d[0] < 0 && unit(mixed(key + 1)) < d[5]) return unit(key) * (d[4] - d[2]) < d[4] - d[3] ? d[2] : d[4];
  if (d[0] <= 0) return within(d[2], d[3], d[4], unit(key), where);
  double total = 0, side = unit(mixed(key + 1));
  for (int b = 0; b < (int)d[0]; b++) total += d[1 + 4 * b];
  long long weight = (long long)(unit(key) * total);
  for (int b = 0; b < (int)d[0]; b++) {
    const double *bin = d + 1 + 4 * b;
    weight -= (long long)bin[0];
    if (weight < 0) return within(bin[1], bin[2], bin[3], side, where);
  }
  return 0;
}

/* A type of so many elements of another. MPI takes counts of int, so there are blocks of them, and a rest. */
static MPI_Datatype elements(long long count, MPI_Datatype of, MPI_Aint extent) {
  const int block = 1 << 30;
  int lengths[2] = {(int)(count / block), (int)(count % block)};
  MPI_Aint places[2] = {0, (MPI_Aint)lengths[0] * block * extent};
  MPI_Datatype made_type, parts[2] = {of, of};
  if (lengths[0] > 0) PMPI_Type_contiguous(block, of, &parts[0]);
  PMPI_Type_create_struct(2, lengths, places, parts, &made_type);
  PMPI_Type_commit(&made_type);
  return made_type;
}

static void make_types(void) {
  for (int t = 0; t < TYPES; t++) {
    MPI_Aint low;
    if (types[t].class == 'x') types[t].handle = elements(types[t].bytes, MPI_BYTE, 1);
    PMPI_Type_get_extent(types[t].handle, &low, &types[t].extent);
  }
}

/* More elements than an int counts are one element of a type that has them all. */
struct amount {
  int count;
  MPI_Datatype type;
};

static MPI_Datatype large_type(long long count, int type) {
  static struct large {
    long long count;
    int type;
    MPI_Datatype handle;
    struct large *next;
  } *all;
  struct large *l = all;
  while (l && (l->count != count || l->type != type)) l = l->next;
  if (l) return l->handle;
  l = allocated(sizeof *l);
  *l = (struct large){count, type, elements(count, types[type].handle, types[type].extent), all};
  all = l;
  return l->handle;
}

static struct amount amount(long long count, int type) {
  if (count <= INT_MAX) return (struct amount){(int)count, types[type].handle};
  return (struct amount){1, large_type(count, type)};
}

static double bytes_of(long long count, int type) {
  return (double)count * (double)types[type].bytes;
}

static size_t space(long long count, int type) {
  return (size_t)count * (size_t)types[type].extent;
}

/* Random payload for any number of sends at a time. If the payload grows, its existing part stays in place. */
static const void *payload(size_t bytes) {
  static unsigned char *random;
  static size_t room;
  if (bytes <= room && random) return random;
  while (room < bytes || room < 4096) room = room ? 2 * room : 4096;
  uint64_t state = 0x9E3779B97F4A7C15u * (uint64_t)(me + 1);
  random = allocated(room); /* the one before may be in use until the end */
  for (size_t i = 0; i < room; i += sizeof state) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    uint64_t word = (state >> 12) | 0x3FF0000000000000u; /* a double from 1 to 2, so that reductions cost as usual */
    memcpy(random + i, &word, sizeof word);
  }
  return random;
}

/* Where blocking calls receive. */
static void *scratch(size_t bytes) {
  static void *memory;
  static size_t room;
  if (bytes > room || !memory) {
    free(memory);
    memory = allocated(room = 2 * bytes + 64);
  }
  return memory;
}

/* Buffers of requests, by powers of two. */
struct spare {
  struct spare *next;
};

static struct spare *spares[64];

static int size_class(size_t bytes) {
  int class = 6;
  while (((size_t)1 << class) < bytes) class++;
  return class;
}

static void *take(size_t bytes) {
  struct spare **first = &spares[size_class(bytes)], *taken = *first;
  if (!taken) return allocated((size_t)1 << size_class(bytes));
  *first = taken->next;
  return taken;
}

static void give(void *buffer, size_t bytes) {
  struct spare **first = &spares[size_class(bytes)], *given = buffer;
  if (!given) return;
  given->next = *first;
  *first = given;
}

/* A rank of an inter-communicator, and a root, as calls name them. */
static int across(int rank, int comm) {
  return rank < 0 ? rank : rank - comms[comm].shift;
}

static int root_across(int root, int comm) {
  return root == comms[comm].rank ? MPI_ROOT : across(root, comm);
}

static int world_rank(int comm, int rank) {
  const int *group = groups[group_of[comm]];
  for (int run = 0; run < group[0]; run++) {
    if (rank < group[3 + 3 * run]) return group[1 + 3 * run] + rank * group[2 + 3 * run];
    rank -= group[3 + 3 * run];
  }
  return -1;
}

/* Bytes that were sent to each rank and that this rank received; messages of the wrong size, and those that nobody looked at. */
static double *sent, received, unseen;

static long long wrong;

static void count_sent(int to, int comm, double bytes) {
  if (to == MPI_PROC_NULL) return;
  int world = group_of[comm] < 0 ? me : world_rank(comm, to + comms[comm].shift);
  if (world >= 0) sent[world] += bytes;
}

/* Receives that were started and have not ended. */
static long long open_receives;

static MPI_Count bytes_in(const MPI_Status *status) {
  MPI_Count bytes = 0;
  PMPI_Get_elements_x(status, MPI_BYTE, &bytes);
  return bytes;
}

/* A message may be smaller than its receive, also than one element of it. */
static void count_received(const MPI_Status *status, long long count, int type) {
  int cancelled = 0;
  PMPI_Test_cancelled(status, &cancelled);
  if (cancelled || status->MPI_SOURCE == MPI_PROC_NULL) return;
  if ((double)bytes_in(status) > bytes_of(count, type)) wrong++;
  else received += (double)bytes_in(status);
}

/* The elements that hold so many bytes, at least count. */
static long long fitting(long long count, int type, long long bytes) {
  long long size = types[type].bytes, most = size ? (bytes + size - 1) / size : 0;
  return most > count ? most : count;
}

/* A receive that may get another message than in the trace has room for the largest of them. Others have more than the trace says if
   some of its receives were too small. */
static long long roomy(int from, int t, long long count, int type) {
  return fitting(count, type, from == MPI_ANY_SOURCE || t == MPI_ANY_TAG ? WILD_BYTES : NAMED_BYTES);
}

/* Ranks that sleep instead of computing share processors. An MPI that polls would keep one from them, so a rank that waits gives
   it back until a request could be completed, a message has come, or all ranks are there. The recorder would record these calls. */
static int yields(void) {
  return YIELDS && !tracecast_call_site;
}

static void until_complete(MPI_Request request) {
  int done = request == MPI_REQUEST_NULL;
  while (!done) {
    PMPI_Request_get_status(request, &done, MPI_STATUS_IGNORE);
    if (!done) sched_yield();
  }
}

static void until_sent(int from, int t, int comm) {
  int there = 0;
  while (!there) {
    PMPI_Iprobe(from, t, comms[comm].handle, &there, MPI_STATUS_IGNORE);
    if (!there) sched_yield();
  }
}

static void until_all_there(int comm) {
  MPI_Request all;
  PMPI_Ibarrier(comms[comm].handle, &all);
  until_complete(all);
  PMPI_Wait(&all, MPI_STATUS_IGNORE);
}

typedef int send_call(const void *, int, MPI_Datatype, int, int, MPI_Comm);

typedef int start_send_call(const void *, int, MPI_Datatype, int, int, MPI_Comm, MPI_Request *);

static void send(send_call *call, int to, int t, long long count, int type, int comm) {
  const void *data = payload(space(count, type));
  count_sent(to, comm, bytes_of(count, type));
  struct amount own = amount(count, type);
  enter();
  call(data, own.count, own.type, to, t, comms[comm].handle);
  leave(bytes_of(count, type));
}

/* Blocking sends that go on without their receives; they end at the end of the run. */
static struct {
  int count, room;
  MPI_Request *requests;
} under_way;

static void finish_sends(void) {
  for (int i = 0; i < under_way.count; i++) PMPI_Wait(&under_way.requests[i], MPI_STATUS_IGNORE);
  under_way.count = 0;
}

static void send_later(int to, int t, long long count, int type, int comm) {
  if (bytes_of(count, type) <= (double)LATER_ABOVE) {
    send(MPI_Send, to, t, count, type, comm);
    return;
  }
  if (under_way.count == under_way.room) {
    int left_over = 0;
    for (int i = 0; i < under_way.count; i++) {
      int done;
      PMPI_Test(&under_way.requests[i], &done, MPI_STATUS_IGNORE);
      if (!done) under_way.requests[left_over++] = under_way.requests[i];
    }
    under_way.count = left_over;
    if (2 * left_over >= under_way.room) under_way.room = 2 * under_way.room + 16;
    under_way.requests = realloc(under_way.requests, (size_t)under_way.room * sizeof *under_way.requests);
    if (!under_way.requests) fail("no memory for requests");
  }
  const void *data = payload(space(count, type));
  count_sent(to, comm, bytes_of(count, type));
  struct amount own = amount(count, type);
  enter();
  MPI_Isend(data, own.count, own.type, to, t, comms[comm].handle, &under_way.requests[under_way.count++]);
  leave(bytes_of(count, type));
}

static void receive(int from, int t, long long count, int type, int comm) {
  MPI_Status status;
  count = roomy(from, t, count, type);
  void *data = scratch(space(count, type));
  struct amount own = amount(count, type);
  enter();
  if (yields()) until_sent(from, t, comm);
  MPI_Recv(data, own.count, own.type, from, t, comms[comm].handle, &status);
  leave(0);
  count_received(&status, count, type);
}

static void exchange(int to, int t, long long count, int type, int from, int receive_tag, long long receive_count, int receive_type, int comm) {
  MPI_Status status;
  receive_count = roomy(from, receive_tag, receive_count, receive_type);
  const void *data = payload(space(count, type));
  void *into = scratch(space(receive_count, receive_type));
  count_sent(to, comm, bytes_of(count, type));
  struct amount own = amount(count, type), other = amount(receive_count, receive_type);
  enter();
  MPI_Sendrecv(data, own.count, own.type, to, t, into, other.count, other.type, from, receive_tag,
               comms[comm].handle, &status);
  leave(bytes_of(count, type));
  count_received(&status, receive_count, receive_type);
}

static void exchange_in_place(int to, int t, long long count, int type, int from, int receive_tag, int comm) {
  MPI_Status status;
  if (roomy(from, receive_tag, count, type) > count) {
    exchange(to, t, count, type, from, receive_tag, count, type, comm);
    return;
  }
  void *data = scratch(space(count, type));
  count_sent(to, comm, bytes_of(count, type));
  struct amount own = amount(count, type);
  enter();
  MPI_Sendrecv_replace(data, own.count, own.type, to, t, from, receive_tag, comms[comm].handle, &status);
  leave(bytes_of(count, type));
  count_received(&status, count, type);
}

/* Memory for buffered sends, whose size the trace does not have. */
static void attach(void) {
  static int attached;
  if (attached++) return;
  PMPI_Buffer_attach(allocated(BUFFERED_BYTES), BUFFERED_BYTES);
}

static void attach_buffer(void) {
  void *before;
  int bytes;
  PMPI_Buffer_detach(&before, &bytes);
  enter();
  MPI_Buffer_attach(before, bytes);
  leave(0);
}

static void detach_buffer(void) {
  void *before;
  int bytes;
  enter();
  MPI_Buffer_detach(&before, &bytes);
  leave(0);
  PMPI_Buffer_attach(before, bytes);
}

/* Requests: the most recent ones, as a ring, and all persistent ones. */
struct request {
  MPI_Request handle;
  void *buffer;
  size_t buffer_bytes;
  long long count;
  int active, persistent, receives, peer, type, comm, makes; /* the communicator that it makes */
  void *lists[6]; /* of a collective */
};

struct slot {
  struct request own, *is;
};

static struct slot ring[RING];

static long long made;

static struct request **persistents;

static int persistent_count;

static struct request *fresh(void) {
  struct slot *slot = &ring[made++ % RING];
  memset(&slot->own, 0, sizeof slot->own);
  slot->own.handle = MPI_REQUEST_NULL;
  slot->own.active = 1;
  slot->own.makes = -1;
  return slot->is = &slot->own;
}

static struct request *fresh_persistent(void) {
  struct slot *slot = &ring[made++ % RING];
  struct request *r = slot->is = allocated(sizeof *r);
  persistents = realloc(persistents, ((size_t)persistent_count + 1) * sizeof *persistents);
  if (!persistents) fail("no memory for requests");
  persistents[persistent_count++] = r;
  r->persistent = 1;
  r->makes = -1;
  return r;
}

/* A request of a call that this program leaves out: it is done. */
static void no_request(void) {
  fresh();
}

static struct request *named_request(code c) {
  if (kind_of(c) == PERSISTENT_KIND) return number_of(c) > persistent_count ? NULL : persistents[persistent_count - number_of(c)];
  return kind_of(c) == NONE_KIND || c > made ? NULL : ring[(made - c) % RING].is;
}

static void start_send(start_send_call *call, int to, int t, long long count, int type, int comm) {
  struct request *r = fresh();
  const void *data = payload(space(count, type));
  count_sent(to, comm, bytes_of(count, type));
  struct amount own = amount(count, type);
  enter();
  call(data, own.count, own.type, to, t, comms[comm].handle, &r->handle);
  leave(bytes_of(count, type));
}

static void *receiving(struct request *r, long long count, int type) {
  r->receives = 1;
  r->count = count;
  r->type = type;
  r->buffer_bytes = space(count, type);
  return r->buffer = take(r->buffer_bytes);
}

static void start_receive(int from, int t, long long count, int type, int comm) {
  struct request *r = fresh();
  count = roomy(from, t, count, type);
  open_receives++;
  void *data = receiving(r, count, type);
  struct amount own = amount(count, type);
  enter();
  MPI_Irecv(data, own.count, own.type, from, t, comms[comm].handle, &r->handle);
  leave(0);
}

static void prepare_send(start_send_call *call, int to, int t, long long count, int type, int comm) {
  struct request *r = fresh_persistent();
  const void *data = payload(space(count, type));
  r->peer = to;
  r->count = count;
  r->type = type;
  r->comm = comm;
  struct amount own = amount(count, type);
  enter();
  call(data, own.count, own.type, to, t, comms[comm].handle, &r->handle);
  leave(0);
}

static void prepare_receive(int from, int t, long long count, int type, int comm) {
  struct request *r = fresh_persistent();
  count = roomy(from, t, count, type);
  void *data = receiving(r, count, type);
  struct amount own = amount(count, type);
  enter();
  MPI_Recv_init(data, own.count, own.type, from, t, comms[comm].handle, &r->handle);
  leave(0);
}

/* The requests of one call: those that exist, and their handles, statuses and indices. */
static struct {
  int room, count, *indices;
  struct request **requests;
  MPI_Request *handles;
  MPI_Status *statuses;
} named;

static void choose(const code *codes, int count) {
  if (count > named.room || !named.handles) {
    named.room = 2 * count + 16;
    named.indices = realloc(named.indices, (size_t)named.room * sizeof *named.indices);
    named.requests = realloc(named.requests, (size_t)named.room * sizeof *named.requests);
    named.handles = realloc(named.handles, (size_t)named.room * sizeof *named.handles);
    named.statuses = realloc(named.statuses, (size_t)named.room * sizeof *named.statuses);
    if (!named.indices || !named.requests || !named.handles || !named.statuses) fail("no memory for requests");
  }
  named.count = count;
  for (int i = 0; i < count; i++) {
    named.requests[i] = named_request(codes[i]);
    named.handles[i] = named.requests[i] ? named.requests[i]->handle : MPI_REQUEST_NULL;
  }
}

/* Every handle back to its request. */
static void put_back(void) {
  for (int i = 0; i < named.count; i++) {
    if (named.requests[i]) named.requests[i]->handle = named.handles[i];
  }
}

static double started_bytes(const struct request *r) {
  return r && !r->receives ? bytes_of(r->count, r->type) : 0;
}

static void start_named(void) {
  int known = 0;
  for (int i = 0; i < named.count; i++) {
    struct request *r = named.requests[i];
    if (!r) continue;  /* the trace lacks it */
    named.requests[known] = r;
    named.handles[known++] = named.handles[i];
    r->active = 1;
    if (r->receives) open_receives++;
    else count_sent(r->peer, r->comm, started_bytes(r));
  }
  named.count = known;
}

static double named_bytes(void) {
  double bytes = 0;
  for (int i = 0; i < named.count; i++) bytes += started_bytes(named.requests[i]);
  return bytes;
}

static void start_one(code c) {
  choose(&c, 1);
  start_named();
  enter();
  if (named.count) MPI_Start(named.handles);
  leave(named_bytes());
  put_back();
}

static void start_all(const struct values *v, long long k) {
  choose(tuple(v, k), tuple_length(v, k));
  start_named();
  enter();
  MPI_Startall(named.count, named.handles);
  leave(named_bytes());
  put_back();
}

static void learn(int id);

/* A request is over. */
static void over(struct request *r, const MPI_Status *status) {
  if (!r || !r->active) return;
  r->active = 0;
  if (r->receives) {
    open_receives--;
    count_received(status, r->count, r->type);
  }
  if (r->makes >= 0) learn(r->makes);
  if (r->persistent) return;
  give(r->buffer, r->buffer_bytes);
  r->buffer = NULL;
  for (int i = 0; i < 6; i++) free(r->lists[i]);
  memset(r->lists, 0, sizeof r->lists);
}

/* A receive that never ends, for tests that fail. */
static MPI_Request never(void) {
  static MPI_Request request = MPI_REQUEST_NULL;
  static int nothing;
  if (request == MPI_REQUEST_NULL) {
    MPI_Comm aside;
    PMPI_Comm_dup(MPI_COMM_SELF, &aside);
    PMPI_Irecv(&nothing, 1, MPI_INT, 0, 0, aside, &request);
  }
  return request;
}

/* Waits until a request could be completed, without completing it. */
static void ready(int i) {
  int done = named.handles[i] == MPI_REQUEST_NULL;
  while (!done) PMPI_Request_get_status(named.handles[i], &done, MPI_STATUS_IGNORE);
}

static void wait_for(code c) {
  choose(&c, 1);
  enter();
  if (yields()) until_complete(named.handles[0]);
  MPI_Wait(named.handles, named.statuses);
  leave(0);
  put_back();
  over(named.requests[0], named.statuses);
}

/* Ends a collective that blocked in the trace, but not on all ranks. The trace does not count its request, so the ring has one more
   place. */
static void finish_latest(void) {
  wait_for(1);
  made--;
  uses[site].calls--;
}

static void wait_all(const struct values *v, long long k) {
  choose(tuple(v, k), tuple_length(v, k));
  enter();
  for (int i = 0; yields() && i < named.count; i++) until_complete(named.handles[i]);
  MPI_Waitall(named.count, named.handles, named.statuses);
  leave(0);
  put_back();
  for (int i = 0; i < named.count; i++) over(named.requests[i], &named.statuses[i]);
}

/* Hides all requests but those that completed when the trace was recorded; where none did, one that never does takes the first place. */
static int hide(const struct values *outcomes, long long k, int fails) {
  int n = tuple_length(outcomes, k);
  const code *done = tuple(outcomes, k);
  if (n == 1 && kind_of(done[0]) == NONE_KIND) n = 0, fails = 0;
  for (int i = 0; i < named.count; i++) {
    int completes = 0;
    for (int o = 0; o < n; o++) completes |= done[o] == i;
    if (completes) ready(i);
    else named.handles[i] = MPI_REQUEST_NULL;
  }
  if (n == 0 && fails && named.count > 0) named.handles[0] = never();
  return n;
}

/* Back to their requests, of those that were not hidden. */
static void unhide(const struct values *outcomes, long long k, int n) {
  for (int o = 0; o < n; o++) {
    int i = (int)tuple(outcomes, k)[o];
    if (i < named.count && named.requests[i]) named.requests[i]->handle = named.handles[i];
  }
}

static void wait_any(const struct values *v, const struct values *outcomes, long long k) {
  int index;
  choose(tuple(v, k), tuple_length(v, k));
  int n = hide(outcomes, k, 0);
  enter();
  MPI_Waitany(named.count, named.handles, &index, named.statuses);
  leave(0);
  unhide(outcomes, k, n);
  if (index != MPI_UNDEFINED) over(named.requests[index], named.statuses);
}

static void test_any(const struct values *v, const struct values *outcomes, long long k) {
  int index, done;
  choose(tuple(v, k), tuple_length(v, k));
  int n = hide(outcomes, k, 1);
  enter();
  MPI_Testany(named.count, named.handles, &index, &done, named.statuses);
  leave(0);
  unhide(outcomes, k, n);
  if (done && index != MPI_UNDEFINED) over(named.requests[index], named.statuses);
}

typedef int some_call(int, MPI_Request *, int *, int *, MPI_Status *);

static void some(some_call *call, const struct values *v, const struct values *outcomes, long long k, int fails) {
  int count;
  choose(tuple(v, k), tuple_length(v, k));
  int n = hide(outcomes, k, fails);
  enter();
  call(named.count, named.handles, &count, named.indices, named.statuses);
  leave(0);
  unhide(outcomes, k, n);
  for (int i = 0; count != MPI_UNDEFINED && i < count; i++) over(named.requests[named.indices[i]], &named.statuses[i]);
}

static void test(code c, int succeeds) {
  int done;
  choose(&c, 1);
  MPI_Request other = never();
  if (succeeds) ready(0);
  enter();
  MPI_Test(succeeds ? named.handles : &other, &done, named.statuses);
  leave(0);
  if (!succeeds) return;
  put_back();
  over(named.requests[0], named.statuses);
}

static void test_all(const struct values *v, long long k, int succeeds) {
  int done;
  choose(tuple(v, k), tuple_length(v, k));
  for (int i = 0; succeeds && i < named.count; i++) ready(i);
  MPI_Request real = named.count > 0 ? named.handles[0] : MPI_REQUEST_NULL;
  if (!succeeds && named.count > 0) {
    for (int i = 1; i < named.count; i++) named.handles[i] = MPI_REQUEST_NULL;
    named.handles[0] = never();
  }
  enter();
  MPI_Testall(named.count, named.handles, &done, named.statuses);
  leave(0);
  if (!succeeds) {
    if (named.count > 0) named.handles[0] = real;
    return;
  }
  put_back();
  for (int i = 0; i < named.count; i++) over(named.requests[i], &named.statuses[i]);
}

/* How many of the chosen requests have to complete until this many are complete. */
static int to_complete(const code *codes, long long complete) {
  for (int i = 0; i < named.count; i++) {
    struct request *r = named.requests[i];
    if (kind_of(codes[i]) != NONE_KIND) complete -= !r || !r->active || named.handles[i] == MPI_REQUEST_NULL;
  }
  return (int)complete;
}

/* A test of all requests that finds nothing. */
static void test_nothing(some_call *call) {
  int count, index;
  MPI_Request other = never();
  MPI_Status status;
  enter();
  call(1, &other, &count, &index, &status);
  leave(0);
}

/* Completes requests in the order in which they end, until this many are complete. */
static void some_until(int tests, const struct values *v, long long k, long long complete) {
  some_call *call = tests ? MPI_Testsome : MPI_Waitsome;
  choose(tuple(v, k), tuple_length(v, k));
  if (tests && complete == 0) test_nothing(call);
  for (int left = to_complete(tuple(v, k), complete), count; left > 0;) {
    enter();
    call(named.count, named.handles, &count, named.indices, named.statuses);
    leave(0);
    put_back();
    if (count == MPI_UNDEFINED) break;
    for (int i = 0; i < count; i++) over(named.requests[named.indices[i]], &named.statuses[i]);
    left -= count;
  }
}

static void any_until(int tests, const struct values *v, long long k, long long complete) {
  choose(tuple(v, k), tuple_length(v, k));
  if (tests && complete == 0) test_nothing(MPI_Testsome);
  for (int left = to_complete(tuple(v, k), complete), index, done = 1; left > 0;) {
    enter();
    if (tests) MPI_Testany(named.count, named.handles, &index, &done, named.statuses);
    else MPI_Waitany(named.count, named.handles, &index, named.statuses);
    leave(0);
    put_back();
    if (done && index == MPI_UNDEFINED) break;
    if (done) over(named.requests[index], named.statuses);
    left -= done;
  }
}

static void test_until(code c, long long complete) {
  if (complete == 0) {
    test(c, 0);
    return;
  }
  choose(&c, 1);
  for (int done = 0; !done;) {
    enter();
    MPI_Test(named.handles, &done, named.statuses);
    leave(0);
  }
  put_back();
  over(named.requests[0], named.statuses);
}

static void test_all_until(const struct values *v, long long k, long long complete) {
  if (complete == 0) {
    test_all(v, k, 0);
    return;
  }
  choose(tuple(v, k), tuple_length(v, k));
  for (int done = 0; !done;) {
    enter();
    MPI_Testall(named.count, named.handles, &done, named.statuses);
    leave(0);
  }
  put_back();
  for (int i = 0; i < named.count; i++) over(named.requests[i], &named.statuses[i]);
}

static void free_request(code c) {
  choose(&c, 1);
  if (named.handles[0] == MPI_REQUEST_NULL) return;
  if (named.requests[0]->receives && named.requests[0]->active) unseen++;
  enter();
  MPI_Request_free(named.handles);
  leave(0);
  put_back();
}

static void cancel(code c) {
  choose(&c, 1);
  if (named.handles[0] == MPI_REQUEST_NULL) return;
  enter();
  MPI_Cancel(named.handles);
  leave(0);
}

static void get_status(void) {
  int done;
  MPI_Status status;
  enter();
  MPI_Request_get_status(MPI_REQUEST_NULL, &done, &status);
  leave(0);
}

static void probe(int from, int t, int comm) {
  MPI_Status status;
  enter();
  MPI_Probe(from, t, comms[comm].handle, &status);
  leave(0);
}

/* If the recorded call found a message, this call waits for a message. */
static void try_probe(int from, int t, int comm, int finds) {
  int found = !finds;
  MPI_Status status;
  while (!found) PMPI_Iprobe(from, t, comms[comm].handle, &found, MPI_STATUS_IGNORE);
  enter();
  MPI_Iprobe(from, t, comms[comm].handle, &found, &status);
  leave(0);
}

/* Messages that a probe took out of the queue. */
struct probed {
  MPI_Message message;
  int source, tag, comm;
  MPI_Count bytes;
  struct probed *next;
};

static struct probed *probed;

static void keep_message(MPI_Message message, const MPI_Status *status, int comm) {
  struct probed *p = allocated(sizeof *p), **last = &probed;
  *p = (struct probed){message, status->MPI_SOURCE, status->MPI_TAG, comm, bytes_in(status), NULL};
  while (*last) last = &(*last)->next;
  *last = p;
}

/* The message that the trace received here, or the oldest one where a wildcard matched another. */
static struct probed message_from(int from, int t, int comm) {
  struct probed **found = NULL;
  for (struct probed **p = &probed; *p; p = &(*p)->next) {
    if ((*p)->comm != comm) continue;
    if (!found) found = p;
    if ((*p)->source == from && (*p)->tag == t) {
      found = p;
      break;
    }
  }
  if (!found) return (struct probed){.message = MPI_MESSAGE_NO_PROC};
  struct probed *taken = *found, message = *taken;
  *found = taken->next;
  free(taken);
  return message;
}

static void probe_message(int from, int t, int comm) {
  MPI_Message message;
  MPI_Status status;
  enter();
  MPI_Mprobe(from, t, comms[comm].handle, &message, &status);
  leave(0);
  if (message != MPI_MESSAGE_NO_PROC) keep_message(message, &status, comm);
}

static void try_probe_message(int from, int t, int comm, int finds) {
  int found = !finds;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  MPI_Comm aside = MPI_COMM_SELF;
  while (!found) PMPI_Iprobe(from, t, comms[comm].handle, &found, MPI_STATUS_IGNORE);
  enter();
  if (finds) MPI_Improbe(from, t, comms[comm].handle, &found, &message, &status);
  else MPI_Improbe(0, TAG_LIMIT, aside, &found, &message, &status);
  leave(0);
  if (found && message != MPI_MESSAGE_NO_PROC) keep_message(message, &status, comm);
}

static void receive_message(int from, int t, long long count, int type, int comm) {
  MPI_Status status;
  struct probed of = message_from(from, t, comm);
  count = fitting(count, type, of.bytes);
  void *data = scratch(space(count, type));
  struct amount own = amount(count, type);
  enter();
  MPI_Mrecv(data, own.count, own.type, &of.message, &status);
  leave(0);
  count_received(&status, count, type);
}

static void start_receive_message(int from, int t, long long count, int type, int comm) {
  struct request *r = fresh();
  struct probed of = message_from(from, t, comm);
  void *data = receiving(r, fitting(count, type, of.bytes), type);
  open_receives++;
  struct amount own = amount(r->count, type);
  enter();
  MPI_Imrecv(data, own.count, own.type, &of.message, &r->handle);
  leave(0);
}

/* ---- collective calls; with later, those that return at once ---- */

static void combine_nothing(void *in_data, void *result, int *count, MPI_Datatype *type) {
  (void)in_data, (void)result, (void)count, (void)type;
}

/* The reduction of the trace, or one that does nothing where the trace's own or its datatype is not known here. A negative type fits all.
   used: the type of the call, another one where an int does not count the elements */
static MPI_Op reduction(int number, int type, MPI_Datatype used) {
  static MPI_Op nothing = MPI_OP_NULL;
  const MPI_Op known[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_MAXLOC, MPI_MINLOC, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_LAND, MPI_LOR, MPI_LXOR};
  const char *fits[] = {"if", "if", "ifc", "ifc", "p", "p", "ib", "ib", "ib", "il", "il", "il"};
  int is_of_type = type < 0 || (used == types[type].handle && strchr(fits[number], types[type].class));
  if (number >= 0 && number < 12 && is_of_type) return known[number];
  if (nothing == MPI_OP_NULL) PMPI_Op_create(combine_nothing, 1, &nothing);
  return nothing;
}

static void *gathered(struct request *r, size_t bytes) {
  if (!r) return scratch(bytes);
  r->buffer_bytes = bytes;
  return r->buffer = take(bytes);
}

static void barrier(int later, int comm) {
  struct request *r = later ? fresh() : NULL;
  enter();
  if (yields() && !r) until_all_there(comm);
  if (r) MPI_Ibarrier(comms[comm].handle, &r->handle);
  else MPI_Barrier(comms[comm].handle);
  leave(0);
}

static void bcast(int later, long long count, int type, int root, int comm) {
  struct request *r = later ? fresh() : NULL;
  void *data = gathered(r, space(count, type));
  struct amount own = amount(count, type);
  enter();
  if (r) MPI_Ibcast(data, own.count, own.type, root, comms[comm].handle, &r->handle);
  else MPI_Bcast(data, own.count, own.type, root, comms[comm].handle);
  leave(root == comms[comm].rank || root == MPI_ROOT ? bytes_of(count, type) : 0);
}

static void reduce(int later, long long count, int type, int op, int root, int comm) {
  struct request *r = later ? fresh() : NULL;
  const void *data = payload(space(count, type));
  void *into = gathered(r, space(count, type));
  struct amount own = amount(count, type);
  MPI_Op operation = reduction(op, root == MPI_PROC_NULL ? -1 : type, own.type);
  enter();
  if (r) MPI_Ireduce(data, into, own.count, own.type, operation, root, comms[comm].handle, &r->handle);
  else MPI_Reduce(data, into, own.count, own.type, operation, root, comms[comm].handle);
  leave(bytes_of(count, type));
}

typedef int combine_call(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm);

typedef int start_combine_call(const void *, void *, int, MPI_Datatype, MPI_Op, MPI_Comm, MPI_Request *);

static void combine(combine_call *call, long long count, int type, int op, int comm) {
  const void *data = payload(space(count, type));
  void *into = scratch(space(count, type));
  struct amount own = amount(count, type);
  MPI_Op operation = reduction(op, type, own.type);
  enter();
  if (yields() && call == MPI_Allreduce) until_all_there(comm);
  call(data, into, own.count, own.type, operation, comms[comm].handle);
  leave(bytes_of(count, type));
}

static void start_combine(start_combine_call *call, long long count, int type, int op, int comm) {
  struct request *r = fresh();
  const void *data = payload(space(count, type));
  void *into = gathered(r, space(count, type));
  struct amount own = amount(count, type);
  MPI_Op operation = reduction(op, type, own.type);
  enter();
  call(data, into, own.count, own.type, operation, comms[comm].handle, &r->handle);
  leave(bytes_of(count, type));
}

/* MPI_Reduce_scatter_block takes as many elements from each rank as the communicator has ranks. */
static void reduce_scatter_block(int later, long long count, int type, int op, int comm) {
  struct request *r = later ? fresh() : NULL;
  const void *data = payload(space(count, type) * (size_t)comms[comm].size);
  void *into = gathered(r, space(count, type));
  struct amount own = amount(count, type);
  MPI_Op operation = reduction(op, type, own.type);
  enter();
  if (r) MPI_Ireduce_scatter_block(data, into, own.count, own.type, operation, comms[comm].handle, &r->handle);
  else MPI_Reduce_scatter_block(data, into, own.count, own.type, operation, comms[comm].handle);
  leave(bytes_of(count, type) * comms[comm].size);
}

static long long divisor(long long a, long long b) {
  return b == 0 ? a : divisor(b, a % b);
}

/* Counts by rank, their places one after the other, and their sum. Where an int does not hold them, the type has as many elements as divide
   all counts. A request keeps the lists until it is over. */
struct blocks {
  int *counts, *places;
  long long sum; /* in elements of the trace's type */
  MPI_Datatype type;
};

static struct blocks blocks_of(const struct values *v, long long k, int type) {
  int n = tuple_length(v, k);
  const code *counts = tuple(v, k);
  struct blocks b = {allocated((size_t)n * sizeof(int)), allocated((size_t)n * sizeof(int)), 0, types[type].handle};
  long long granule = 1, place = 0, all = 0;
  for (int i = 0; i < n; i++) {
    b.sum += counts[i];
    all = divisor(all, counts[i]);
  }
  if (b.sum > INT_MAX) b.type = large_type(granule = all, type);
  if (b.sum / granule > INT_MAX) fail("the block sizes of a collective exceed counts of type int");
  for (int i = 0; i < n; i++) {
    b.counts[i] = (int)(counts[i] / granule);
    b.places[i] = (int)(place / granule);
    place += counts[i];
  }
  return b;
}

static void keep_blocks(struct request *r, struct blocks *a, struct blocks *b) {
  void *lists[] = {a->counts, a->places, b ? b->counts : NULL, b ? b->places : NULL};
  for (int i = 0; i < 4; i++) {
    if (r) r->lists[i] = lists[i];
    else free(lists[i]);
  }
}

static void reduce_scatter(int later, const struct values *counts, long long k, int type, int op, int comm) {
  struct request *r = later ? fresh() : NULL;
  struct blocks b = blocks_of(counts, k, type);
  const void *data = payload(space(b.sum, type));
  void *into = gathered(r, space(tuple(counts, k)[comms[comm].own], type));
  MPI_Op operation = reduction(op, type, b.type);
  enter();
  if (r) MPI_Ireduce_scatter(data, into, b.counts, b.type, operation, comms[comm].handle, &r->handle);
  else MPI_Reduce_scatter(data, into, b.counts, b.type, operation, comms[comm].handle);
  leave(bytes_of(b.sum, type));
  keep_blocks(r, &b, NULL);
}

static void gather(int later, long long count, int type, long long receive_count, int receive_type, int root, int comm) {
  struct request *r = later ? fresh() : NULL;
  const void *data = payload(space(count, type));
  void *into = gathered(r, space(receive_count, receive_type) * (size_t)comms[comm].size);
  struct amount own = amount(count, type), other = amount(receive_count, receive_type);
  enter();
  if (r) MPI_Igather(data, own.count, own.type, into, other.count, other.type, root, comms[comm].handle, &r->handle);
  else MPI_Gather(data, own.count, own.type, into, other.count, other.type, root, comms[comm].handle);
  leave(bytes_of(count, type));
}

static void scatter(int later, long long count, int type, long long receive_count, int receive_type, int root, int comm) {
  struct request *r = later ? fresh() : NULL;
  const void *data = payload(space(count, type) * (size_t)comms[comm].size);
  void *into = gathered(r, space(receive_count, receive_type));
  struct amount own = amount(count, type), other = amount(receive_count, receive_type);
  enter();
  if (r) MPI_Iscatter(data, own.count, own.type, into, other.count, other.type, root, comms[comm].handle, &r->handle);
  else MPI_Scatter(data, own.count, own.type, into, other.count, other.type, root, comms[comm].handle);
  leave(bytes_of(count, type) * comms[comm].size);
}

static void gather_blocks(int later, long long count, int type, const struct values *counts, long long k, int receive_type, int root, int comm) {
  struct request *r = later ? fresh() : NULL;
  struct blocks b = blocks_of(counts, k, receive_type);
  const void *data = payload(space(count, type));
  void *into = gathered(r, space(b.sum, receive_type));
  struct amount own = amount(count, type);
  enter();
  if (r) {
    MPI_Igatherv(data, own.count, own.type, into, b.counts, b.places, b.type, root, comms[comm].handle, &r->handle);
  } else {
    MPI_Gatherv(data, own.count, own.type, into, b.counts, b.places, b.type, root, comms[comm].handle);
  }
  leave(bytes_of(count, type));
  keep_blocks(r, &b, NULL);
}

static void scatter_blocks(int later, const struct values *counts, long long k, int type, long long receive_count, int receive_type, int root, int comm) {
  struct request *r = later ? fresh() : NULL;
  struct blocks b = blocks_of(counts, k, type);
  const void *data = payload(space(b.sum, type));
  void *into = gathered(r, space(receive_count, receive_type));
  struct amount other = amount(receive_count, receive_type);
  enter();
  if (r) {
    MPI_Iscatterv(data, b.counts, b.places, b.type, into, other.count, other.type, root, comms[comm].handle, &r->handle);
  } else {
    MPI_Scatterv(data, b.counts, b.places, b.type, into, other.count, other.type, root, comms[comm].handle);
  }
  leave(bytes_of(b.sum, type));
  keep_blocks(r, &b, NULL);
}

static void neighbours(int comm, int *incoming, int *outgoing) {
  int kind, n = 0, weighted;
  PMPI_Topo_test(comms[comm].handle, &kind);
  if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(comms[comm].handle, incoming, outgoing, &weighted);
    return;
  }
  if (kind == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comms[comm].handle, comms[comm].rank, &n);
    *incoming = *outgoing = n;
    return;
  }
  if (kind == MPI_CART) PMPI_Cartdim_get(comms[comm].handle, &n);
  *incoming = *outgoing = 2 * n;
}

typedef int all_call(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm);

typedef int start_all_call(const void *, int, MPI_Datatype, void *, int, MPI_Datatype, MPI_Comm, MPI_Request *);

/* Allgather and alltoall, among all ranks or neighbours: so many blocks out and in. */
static void share(all_call *call, start_all_call *start, int out, int in_blocks, long long count, int type, long long receive_count, int receive_type, int comm) {
  struct request *r = start ? fresh() : NULL;
  const void *data = payload(space(count, type) * (size_t)out);
  void *into = gathered(r, space(receive_count, receive_type) * (size_t)in_blocks);
  struct amount own = amount(count, type), other = amount(receive_count, receive_type);
  enter();
  if (r) start(data, own.count, own.type, into, other.count, other.type, comms[comm].handle, &r->handle);
  else call(data, own.count, own.type, into, other.count, other.type, comms[comm].handle);
  leave(bytes_of(count, type) * out);
}

static void share_all(all_call *call, start_all_call *start, int blocks, long long count, int type, long long receive_count, int receive_type, int comm) {
  if (yields() && !start) until_all_there(comm);
  share(call, start, blocks ? comms[comm].size : 1, comms[comm].size, count, type, receive_count, receive_type, comm);
}

static void share_near(all_call *call, start_all_call *start, int blocks, long long count, int type, long long receive_count, int receive_type, int comm) {
  int incoming = 0, outgoing = 0;
  neighbours(comm, &incoming, &outgoing);
  share(call, start, blocks ? outgoing : 1, incoming, count, type, receive_count, receive_type, comm);
}

typedef int all_gatherv_call(const void *, int, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm);

typedef int start_all_gatherv_call(const void *, int, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm, MPI_Request *);

static void share_gathered_blocks(all_gatherv_call *call, start_all_gatherv_call *start, long long count, int type, const struct values *counts, long long k, int receive_type, int comm) {
  struct request *r = start ? fresh() : NULL;
  struct blocks b = blocks_of(counts, k, receive_type);
  const void *data = payload(space(count, type));
  void *into = gathered(r, space(b.sum, receive_type));
  struct amount own = amount(count, type);
  enter();
  if (r) start(data, own.count, own.type, into, b.counts, b.places, b.type, comms[comm].handle, &r->handle);
  else call(data, own.count, own.type, into, b.counts, b.places, b.type, comms[comm].handle);
  leave(bytes_of(count, type));
  keep_blocks(r, &b, NULL);
}

typedef int all_blocks_call(const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm);

typedef int start_all_blocks_call(const void *, const int *, const int *, MPI_Datatype, void *, const int *, const int *, MPI_Datatype, MPI_Comm, MPI_Request *);

static void share_blocks(all_blocks_call *call, start_all_blocks_call *start, const struct values *counts, int type, const struct values *receive_counts, int receive_type, long long k, int comm) {
  struct request *r = start ? fresh() : NULL;
  struct blocks a = blocks_of(counts, k, type), b = blocks_of(receive_counts, k, receive_type);
  const void *data = payload(space(a.sum, type));
  void *into = gathered(r, space(b.sum, receive_type));
  enter();
  if (r) start(data, a.counts, a.places, a.type, into, b.counts, b.places, b.type, comms[comm].handle, &r->handle);
  else call(data, a.counts, a.places, a.type, into, b.counts, b.places, b.type, comms[comm].handle);
  leave(bytes_of(a.sum, type));
  keep_blocks(r, &a, &b);
}

/* Counts and datatypes by rank, their places in bytes, and the bytes of all. */
struct typed_blocks {
  int *counts, *places;
  MPI_Aint *far_places;
  MPI_Datatype *types;
  long long space, bytes;
};

static struct typed_blocks typed_blocks_of(const struct values *counts, const struct values *datatypes, long long k) {
  int n = tuple_length(counts, k);
  struct typed_blocks b = {allocated((size_t)n * sizeof(int)), allocated((size_t)n * sizeof(int)), allocated((size_t)n * sizeof(MPI_Aint)), allocated((size_t)n * sizeof(MPI_Datatype)), 0, 0};
  for (int i = 0; i < n; i++) {
    int type = (int)tuple(datatypes, k)[i];
    long long count = tuple(counts, k)[i];
    struct amount block = amount(count, type);
    b.counts[i] = block.count;
    b.places[i] = (int)b.space;
    b.far_places[i] = (MPI_Aint)b.space;
    b.types[i] = block.type;
    b.space += (long long)space(count, type);
    b.bytes += count * types[type].bytes;
  }
  return b;
}

static void keep_typed(struct request *r, struct typed_blocks *a, struct typed_blocks *b) {
  void *lists[] = {a->counts, a->places, a->types, b->counts, b->places, b->types};
  for (int i = 0; i < 6; i++) {
    if (r) r->lists[i] = lists[i];
    else free(lists[i]);
  }
}

static void share_typed_blocks(int later, const struct values *counts, const struct values *datatypes, const struct values *receive_counts, const struct values *receive_datatypes, long long k, int comm) {
  struct request *r = later ? fresh() : NULL;
  struct typed_blocks a = typed_blocks_of(counts, datatypes, k), b = typed_blocks_of(receive_counts, receive_datatypes, k);
  const void *data = payload((size_t)a.space);
  void *into = gathered(r, (size_t)b.space);
  free(a.far_places), free(b.far_places);
  if (a.space > INT_MAX || b.space > INT_MAX) fail("the displacements of blocks in MPI_Alltoallw exceed 2 GiB");
  enter();
  if (r) MPI_Ialltoallw(data, a.counts, a.places, a.types, into, b.counts, b.places, b.types, comms[comm].handle, &r->handle);
  else MPI_Alltoallw(data, a.counts, a.places, a.types, into, b.counts, b.places, b.types, comms[comm].handle);
  leave((double)a.bytes);
  keep_typed(r, &a, &b);
}

static void share_typed_near(int later, const struct values *counts, const struct values *datatypes, const struct values *receive_counts, const struct values *receive_datatypes, long long k, int comm) {
  struct request *r = later ? fresh() : NULL;
  struct typed_blocks a = typed_blocks_of(counts, datatypes, k), b = typed_blocks_of(receive_counts, receive_datatypes, k);
  const void *data = payload((size_t)a.space);
  void *into = gathered(r, (size_t)b.space);
  free(a.places), free(b.places);
  a.places = (int *)a.far_places, b.places = (int *)b.far_places; /* to be kept instead */
  enter();
  if (r) MPI_Ineighbor_alltoallw(data, a.counts, a.far_places, a.types, into, b.counts, b.far_places, b.types, comms[comm].handle, &r->handle);
  else MPI_Neighbor_alltoallw(data, a.counts, a.far_places, a.types, into, b.counts, b.far_places, b.types, comms[comm].handle);
  leave((double)a.bytes);
  keep_typed(r, &a, &b);
}

/* ---- communicators and groups ---- */

static int size_of_group(int group) {
  int ranks = 0;
  for (int run = 0; run < groups[group][0]; run++) ranks += groups[group][3 + 3 * run];
  return ranks;
}

static MPI_Group group_made(int number) {
  MPI_Group world, made_group = MPI_GROUP_EMPTY;
  const int *runs = number < 0 ? NULL : groups[number];
  if (!runs || runs[0] == 0) return made_group;
  int(*ranges)[3] = allocated((size_t)runs[0] * sizeof *ranges);
  for (int run = 0; run < runs[0]; run++) {
    int start = runs[1 + 3 * run], stride = runs[2 + 3 * run], count = runs[3 + 3 * run];
    ranges[run][0] = start;
    ranges[run][1] = start + stride * (count - 1);
    ranges[run][2] = stride;
  }
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_range_incl(world, runs[0], ranges, &made_group);
  PMPI_Group_free(&world);
  free(ranges);
  return made_group;
}

static void release(MPI_Group *g) {
  if (*g != MPI_GROUP_EMPTY && *g != MPI_GROUP_NULL) PMPI_Group_free(g);
}

static int in_first_group(int id, int world) {
  int first = 0;
  for (int i = 0; i < first_of[id] && !first; i++) first = world_rank(id, i) == world;
  return first;
}

/* This rank's place in a new communicator. */
static void learn(int id) {
  struct communicator *c = &comms[id];
  PMPI_Comm_rank(c->handle, &c->own);
  PMPI_Comm_size(c->handle, &c->size);
  c->rank = c->own;
  if (first_of[id] == 0) return;
  int others, first = in_first_group(id, me);
  PMPI_Comm_remote_size(c->handle, &others);
  c->size += others;
  c->shift = first ? first_of[id] : 0;
  c->rank += first ? 0 : first_of[id];
}

static int as_recorded(int id) {
  int expected = group_of[id] < 0 ? 1 : size_of_group(group_of[id]);
  return comms[id].size == expected && (group_of[id] < 0 || world_rank(id, comms[id].rank) == me);
}

static void now_there(int id, MPI_Comm handle) {
  if ((handle == MPI_COMM_NULL) != (id < 0)) fail("a new communicator holds other ranks than the trace says");
  if (id < 0) return;
  comms[id].handle = handle;
  learn(id);
  if (!as_recorded(id)) fail("a new communicator orders its ranks in another way than the trace says");
}

static void dup(int comm, int id) {
  MPI_Comm handle;
  enter();
  MPI_Comm_dup(comms[comm].handle, &handle);
  leave(0);
  now_there(id, handle);
}

static void dup_with_info(int comm, int id) {
  MPI_Comm handle;
  enter();
  MPI_Comm_dup_with_info(comms[comm].handle, MPI_INFO_NULL, &handle);
  leave(0);
  now_there(id, handle);
}

static void start_dup(int comm, int id) {
  struct request *r = fresh();
  r->makes = id;
  enter();
  MPI_Comm_idup(comms[comm].handle, &comms[id].handle, &r->handle);
  leave(0);
}

static void split(int comm, int chosen_color, int key, int id) {
  MPI_Comm handle;
  enter();
  MPI_Comm_split(comms[comm].handle, chosen_color, key, &handle);
  leave(0);
  now_there(id, handle);
}

/* The ranks of this run may share nodes in another way than those of the trace; then they are split as there. */
static void split_by_type(int comm, int key, int id) {
  MPI_Comm handle;
  int same, all;
  enter();
  MPI_Comm_split_type(comms[comm].handle, MPI_COMM_TYPE_SHARED, key, MPI_INFO_NULL, &handle);
  leave(0);
  if (id >= 0) comms[id].handle = handle;
  if (id >= 0) learn(id);
  same = id >= 0 && as_recorded(id);
  PMPI_Allreduce(&same, &all, 1, MPI_INT, MPI_MIN, comms[comm].handle);
  if (all) return;
  PMPI_Comm_free(&handle);
  int first = id < 0 ? MPI_UNDEFINED : group_of[id] < 0 ? me : world_rank(id, 0), place = 0;
  for (int i = 0; id >= 0 && group_of[id] >= 0 && world_rank(id, i) != me; i++) place = i + 1;
  PMPI_Comm_split(comms[comm].handle, first, place, &handle);
  now_there(id, handle);
}

static void create(int comm, int from_group, int id) {
  MPI_Group members = group_made(from_group);
  MPI_Comm handle;
  enter();
  MPI_Comm_create(comms[comm].handle, members, &handle);
  leave(0);
  release(&members);
  now_there(id, handle);
}

static void create_of_group(int comm, int from_group, int id) {
  MPI_Group members = group_made(from_group);
  MPI_Comm handle;
  enter();
  MPI_Comm_create_group(comms[comm].handle, members, id < 0 ? 0 : id % 1024, &handle);
  leave(0);
  release(&members);
  now_there(id, handle);
}

/* The first ranks of both groups find each other in the world, whichever communicator the recorded program used. */
static void connect_groups(int comm, int id) {
  MPI_Comm handle;
  if (id < 0) return;
  int leader = world_rank(id, in_first_group(id, me) ? first_of[id] : 0);
  enter();
  MPI_Intercomm_create(comms[comm].handle, 0, MPI_COMM_WORLD, leader, TAG_LIMIT - id % 1024, &handle);
  leave(0);
  now_there(id, handle);
}

static void merge(int comm, int id) {
  MPI_Comm handle;
  if (id < 0) return;
  enter();
  MPI_Intercomm_merge(comms[comm].handle, in_first_group(comm, me) != in_first_group(comm, world_rank(id, 0)), &handle);
  leave(0);
  now_there(id, handle);
}

static int is_member(int id) {
  int found = group_of[id] < 0, ranks = found ? 0 : size_of_group(group_of[id]);
  for (int i = 0; i < ranks && !found; i++) found = world_rank(id, i) == me;
  return found;
}

/* The members make a communicator by themselves where the trace lacks what it was made from, such as a session, a port, or the merged
   inter-communicator. */
static void make_as_recorded(int id) {
  MPI_Comm handle, own_side;
  MPI_Group members, side;
  if (id < 0) return;
  enter();
  if (group_of[id] < 0) {
    MPI_Comm_dup(MPI_COMM_SELF, &handle);
  } else if (first_of[id] == 0) {
    members = group_made(group_of[id]);
    MPI_Comm_create_group(MPI_COMM_WORLD, members, id % 1024, &handle);
    release(&members);
  } else {
    int first = in_first_group(id, me), range[1][3] = {{0, first_of[id] - 1, 1}};
    if (!first) range[0][0] = first_of[id], range[0][1] = size_of_group(group_of[id]) - 1;
    members = group_made(group_of[id]);
    PMPI_Group_range_incl(members, 1, range, &side);
    PMPI_Comm_create_group(MPI_COMM_WORLD, side, id % 1024, &own_side);
    MPI_Intercomm_create(own_side, 0, MPI_COMM_WORLD, world_rank(id, first ? first_of[id] : 0), TAG_LIMIT - id % 1024, &handle);
    PMPI_Comm_free(&own_side);
    release(&side), release(&members);
  }
  leave(0);
  now_there(id, handle);
}

static void make_unborn(void) {
  for (size_t i = 0; i < sizeof unborn / sizeof *unborn; i++)
    if (is_member(unborn[i])) make_as_recorded(unborn[i]);
}

static void make_grid(int comm, const struct values *dimensions, const struct values *periods, long long k, int id) {
  const int *extents = ints(dimensions, k), *around_them = ints(periods, k);
  MPI_Comm handle;
  enter();
  MPI_Cart_create(comms[comm].handle, tuple_length(dimensions, k), extents, around_them, 0, &handle);
  leave(0);
  free((void *)extents), free((void *)around_them);
  now_there(id, handle);
}

/* The trace does not have the kept dimensions: they are those that give the recorded group. */
static void sub_grid(int comm, int id) {
  int n = 0, found = 0, coordinates[32], extents[32], periods[32], kept[32];
  PMPI_Cartdim_get(comms[comm].handle, &n);
  PMPI_Cart_get(comms[comm].handle, n, extents, periods, coordinates);
  for (int mask = 0; mask < 1 << n && !found; mask++) {
    int ranks = 1, same = 1;
    for (int d = 0; d < n; d++) ranks *= mask >> d & 1 ? extents[d] : 1;
    same = ranks == (group_of[id] < 0 ? 1 : size_of_group(group_of[id]));
    for (int i = 0; i < ranks && same && group_of[id] >= 0; i++) {
      int other[32], left_over = i, rank;
      for (int d = n - 1; d >= 0; d--) {
        other[d] = mask >> d & 1 ? left_over % extents[d] : coordinates[d];
        left_over /= mask >> d & 1 ? extents[d] : 1;
      }
      PMPI_Cart_rank(comms[comm].handle, other, &rank);
      same = world_rank(comm, rank) == world_rank(id, i);
    }
    for (int d = 0; d < n && same; d++) kept[d] = mask >> d & 1;
    found = same;
  }
  if (!found) fail("the trace has a part of a grid that MPI_Cart_sub cannot make");
  MPI_Comm handle;
  enter();
  MPI_Cart_sub(comms[comm].handle, kept, &handle);
  leave(0);
  now_there(id, handle);
}

static void make_adjacent_graph(int comm, const struct values *sources, const struct values *destinations, long long k, int id) {
  int n = tuple_length(sources, k), m = tuple_length(destinations, k);
  int *from = allocated((size_t)n * sizeof *from), *to = allocated((size_t)m * sizeof *to);
  MPI_Comm handle;
  for (int i = 0; i < n; i++) from[i] = peer_of(tuple(sources, k)[i], comm);
  for (int i = 0; i < m; i++) to[i] = peer_of(tuple(destinations, k)[i], comm);
  enter();
  MPI_Dist_graph_create_adjacent(comms[comm].handle, n, from, from, m, to, to, MPI_INFO_NULL, 0, &handle);
  leave(0);
  free(from), free(to);
  now_there(id, handle);
}

/* This rank's neighbours in the trace, as all edges that the call wants on each rank. Outside of the graph, id is -1. */
static void make_graph(int comm, const struct values *destinations, long long k, int id) {
  int size = comms[comm].size, n = tuple_length(destinations, k), inside = id >= 0, nodes;
  int *index = allocated(3 * (size_t)size * sizeof *index), *lengths = index + size, *places = lengths + size;
  MPI_Comm handle, of = comms[comm].handle;
  PMPI_Allreduce(&inside, &nodes, 1, MPI_INT, MPI_SUM, of);
  PMPI_Allgather(&n, 1, MPI_INT, lengths, 1, MPI_INT, of);
  for (int i = 0; i < size; i++) {
    places[i] = i > 0 ? index[i - 1] : 0;
    index[i] = places[i] + lengths[i];
  }
  int *own = allocated((size_t)(n + 1) * sizeof *own), *edges = allocated((size_t)(index[size - 1] + 1) * sizeof *edges);
  for (int i = 0; i < n; i++) own[i] = peer_of(tuple(destinations, k)[i], comm);
  PMPI_Allgatherv(own, n, MPI_INT, edges, lengths, places, MPI_INT, of);
  enter();
  MPI_Graph_create(of, nodes, index, edges, 0, &handle);
  leave(0);
  free(index), free(own), free(edges);
  now_there(id, handle);
}

/* Each rank lists its own edges of the graph. */
static void make_distributed_graph(int comm, const struct values *destinations, long long k, int id) {
  int n = tuple_length(destinations, k), source = comms[comm].rank, *to = allocated((size_t)(n + 1) * sizeof *to);
  MPI_Comm handle;
  for (int i = 0; i < n; i++) to[i] = peer_of(tuple(destinations, k)[i], comm);
  enter();
  MPI_Dist_graph_create(comms[comm].handle, 1, &source, &n, to, to, MPI_INFO_NULL, 0, &handle);
  leave(0);
  free(to);
  now_there(id, handle);
}

/* A trace without the edges of a graph: no call here depends on them. */
static void make_graph_without_edges(int comm, int id) {
  int *index = allocated((size_t)comms[comm].size * sizeof *index), edges[1] = {0};
  MPI_Comm handle;
  enter();
  MPI_Graph_create(comms[comm].handle, comms[comm].size, index, edges, 0, &handle);
  leave(0);
  free(index);
  now_there(id, handle);
}

static void make_distributed_graph_without_edges(int comm, int id) {
  int nothing[1] = {0};
  MPI_Comm handle;
  enter();
  MPI_Dist_graph_create(comms[comm].handle, 0, nothing, nothing, nothing, nothing, MPI_INFO_NULL, 0, &handle);
  leave(0);
  now_there(id, handle);
}

static void free_communicator(int comm) {
  enter();
  MPI_Comm_free(&comms[comm].handle);
  leave(0);
}

static void disconnect(int comm) {
  enter();
  MPI_Comm_disconnect(&comms[comm].handle);
  leave(0);
}

static void take_group(int comm) {
  MPI_Group members;
  enter();
  MPI_Comm_group(comms[comm].handle, &members);
  leave(0);
  release(&members);
}

typedef int group_call(MPI_Group, MPI_Group, MPI_Group *);

/* A union, intersection or difference that gives the group of the trace. */
static void combine_groups(group_call *call, int number, int with_itself) {
  MPI_Group members = group_made(number), made_group;
  enter();
  call(members, with_itself ? members : MPI_GROUP_EMPTY, &made_group);
  leave(0);
  release(&members), release(&made_group);
}

typedef int choose_call(MPI_Group, int, const int *, MPI_Group *);

/* All ranks of a group, or all but none, give the group of the trace. */
static void choose_group(choose_call *call, int number, int all) {
  MPI_Group members = group_made(number), made_group;
  int n = number < 0 ? 0 : size_of_group(number), *ranks = allocated((size_t)n * sizeof *ranks);
  for (int i = 0; i < n; i++) ranks[i] = i;
  enter();
  call(members, all ? n : 0, ranks, &made_group);
  leave(0);
  free(ranks);
  release(&members), release(&made_group);
}

typedef int range_call(MPI_Group, int, int (*)[3], MPI_Group *);

static void choose_range(range_call *call, int number, int all) {
  MPI_Group members = group_made(number), made_group;
  int range[1][3] = {{0, number < 0 ? 0 : size_of_group(number) - 1, 1}};
  enter();
  call(members, all && number >= 0, range, &made_group);
  leave(0);
  release(&members), release(&made_group);
}

static void free_group(void) {
  MPI_Group world, first;
  int zero = 0;
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  PMPI_Group_incl(world, 1, &zero, &first);
  PMPI_Group_free(&world);
  enter();
  MPI_Group_free(&first);
  leave(0);
}

/* ---- calls on datatypes and operations, of which the trace knows that they were made ---- */

static void derive(MPI_Datatype *type) {
  PMPI_Type_contiguous(1, MPI_BYTE, type);
}

static void type_contiguous(void) {
  MPI_Datatype type;
  enter();
  MPI_Type_contiguous(1, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_vector(void) {
  MPI_Datatype type;
  enter();
  MPI_Type_vector(1, 1, 1, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_indexed(void) {
  MPI_Datatype type;
  int one = 1;
  int zero = 0;
  enter();
  MPI_Type_indexed(1, &one, &zero, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_create_hvector(void) {
  MPI_Datatype type;
  enter();
  MPI_Type_create_hvector(1, 1, 1, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_create_hindexed(void) {
  MPI_Datatype type;
  int one = 1;
  MPI_Aint far = 0;
  enter();
  MPI_Type_create_hindexed(1, &one, &far, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_create_indexed_block(void) {
  MPI_Datatype type;
  int zero = 0;
  enter();
  MPI_Type_create_indexed_block(1, 1, &zero, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_create_struct(void) {
  MPI_Datatype type;
  int one = 1;
  MPI_Aint far = 0;
  MPI_Datatype byte = MPI_BYTE;
  enter();
  MPI_Type_create_struct(1, &one, &far, &byte, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_create_subarray(void) {
  MPI_Datatype type;
  int one = 1;
  int zero = 0;
  enter();
  MPI_Type_create_subarray(1, &one, &one, &zero, MPI_ORDER_C, MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_create_resized(void) {
  MPI_Datatype type;
  enter();
  MPI_Type_create_resized(MPI_BYTE, 0, 2, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_dup(void) {
  MPI_Datatype type;
  enter();
  MPI_Type_dup(MPI_BYTE, &type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_commit(void) {
  MPI_Datatype type;
  derive(&type);
  enter();
  MPI_Type_commit(&type);
  leave(0);
  PMPI_Type_free(&type);
}

static void type_free(void) {
  MPI_Datatype type;
  derive(&type);
  enter();
  MPI_Type_free(&type);
  leave(0);
}

static void op_create(void) {
  MPI_Op op;
  enter();
  MPI_Op_create(combine_nothing, 1, &op);
  leave(0);
  PMPI_Op_free(&op);
}

static void op_free(void) {
  MPI_Op op;
  PMPI_Op_create(combine_nothing, 1, &op);
  enter();
  MPI_Op_free(&op);
  leave(0);
}

/* ---- the start and the end ---- */

static void set_up(int argc, char **argv) {
  PMPI_Comm_rank(MPI_COMM_WORLD, &me);
  int ranks;
  PMPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (ranks != RANKS) {
    if (me == 0) fprintf(stderr, "error: found %d ranks; expected %d, as in the trace\n", ranks, RANKS);
    PMPI_Finalize();
    exit(2);
  }
  comms[0] = (struct communicator){MPI_COMM_WORLD, me, RANKS, me, 0};
  comms[1] = (struct communicator){MPI_COMM_SELF, 0, 1, 0, 0};
  sent = allocated(RANKS * sizeof *sent);
  find_lists();
  make_types();
  if (argc == 3) {
    sampled_rank = atoi(argv[1]);
    sample_file = argv[2];
  }
  left = started = PMPI_Wtime();
}

/* Compares what was sent to this rank with what it received. */
static int check_sizes(void) {
  double expected = 0, problems[2], all[2];
  PMPI_Reduce_scatter_block(sent, &expected, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  problems[0] = (double)wrong;
  problems[1] = unseen + (double)open_receives;
  PMPI_Allreduce(problems, all, 2, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  if (wrong) fprintf(stderr, "error: rank %d received %lld message%s larger than in the trace\n", me, wrong, wrong == 1 ? "" : "s");
  int differs = all[1] == 0 && (UNRECEIVED ? expected < received : expected != received);
  if (differs) fprintf(stderr, "error: rank %d received %.0f bytes; expected %.0f, which were sent to it\n", me, received, expected);
  int any_differs = 0;
  PMPI_Allreduce(&differs, &any_differs, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return all[0] > 0 || any_differs;
}

/* The time of the iterations that a skeleton leaves out, in seconds: those that it makes stand for them. */
static double left_out;

/* Begins or ends a loop in which each iteration replaces several iterations of the whole run. */
static void weigh(double factor) {
  static double weight = 1, since;
  double now = PMPI_Wtime();
  if (weight != 1) left_out += (weight - 1) * (now - since);
  since = now;
  weight *= factor;
}

/* The decimals that give the largest number of a column four digits. */
static int decimals(double largest) {
  int places = 3;
  for (; largest >= 10 && places > 0; largest /= 10) places--;
  for (; largest > 0 && largest < 1 && places < 9; largest *= 10) places++;
  return places;
}

static int larger(int a, int b) {
  return a > b ? a : b;
}

static int printed_width(double number, int decimals) {
  return snprintf(NULL, 0, "%.*f", decimals, number);
}

static void print_ranks(double seconds, double inside) {
  double own[4] = {seconds, computing, inside, left_out}, mean = 0, whole = 0, longest = 0, *all = me ? NULL : allocated(4 * RANKS * sizeof *all);
  PMPI_Gather(own, 4, MPI_DOUBLE, all, 4, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  if (me) return;
  for (int r = 0; r < RANKS; r++) {
    const double *of = all + 4 * r;
    mean += of[0] / RANKS;
    if (of[0] > longest) longest = of[0];
    if (of[3] > 0 && of[0] + of[3] > whole) whole = of[0] + of[3];
  }
  int places = decimals(longest);
  printf("%8s %12s %12s %12s\n", "rank", "seconds", "computation", "in MPI");
  for (int r = 0; r < RANKS; r++) {
    const double *of = all + 4 * r;
    printf("%8d %12.*f %12.*f %12.*f\n", r, places, of[0], places, of[1], places, of[2]);
  }
  printf("%8s %12.*f\n", "mean", places, mean);
  if (whole > 0) printf("The whole run would take about %.*f s here.\n", decimals(whole), whole);
  free(all);
}

/* A long name loses its outer calls, or else its end. */
static void print_name(const char *name, int room) {
  if ((int)strlen(name) <= room) {
    printf("%-*s", room, name);
    return;
  }
  int kept = room - 3;
  for (int i = 1; i + 4 <= room; i++) {
    if (strncmp(name + i, " < ", 3) == 0) kept = i + 1;
  }
  printf("%.*s%-*s", kept, name, room - kept, "...");
}

/* The square root, without the library of mathematics, so that the program builds without -lm. */
static double square_root(double square) {
  double found = square > 1 ? square : 1, better = square > 0 ? (found + square / found) / 2 : found;
  for (; better < found; better = (found + square / found) / 2) found = better;
  return square > 0 ? found : 0;
}

/* The sample deviation of a site's time between the ranks that call it, divided by their mean, as mpiP computes it. */
static double variation(const struct use *sum, double squares) {
  return sum->ranks < 2 || sum->seconds <= 0 ? 0 : square_root(squares / (sum->ranks - 1)) * sum->ranks / sum->seconds;
}

/* Call sites with most time first and in the order of mpiP's columns, in lines of 80 characters. */
static void print_sites(double seconds) {
  struct use *sums = allocated(sizeof uses);
  double own[SITES], squares[SITES], whole = 0, inside = 0;
  unsigned char printed[SITES] = {0};
  for (int s = 0; s < SITES; s++) uses[s].ranks = uses[s].calls > 0;
  PMPI_Allreduce(uses, sums, SITES * (int)(sizeof *uses / sizeof(double)), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int s = 0; s < SITES; s++) {
    double off = uses[s].calls > 0 ? uses[s].seconds - sums[s].seconds / sums[s].ranks : 0;
    own[s] = off * off;
  }
  PMPI_Reduce(own, squares, SITES, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  PMPI_Reduce(&seconds, &whole, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
  double most_seconds = 0;
  for (int s = 0; s < SITES && me == 0; s++) {
    if (sums[s].seconds > most_seconds) most_seconds = sums[s].seconds;
    inside += sums[s].seconds;
  }
  int places = decimals(most_seconds), site = 4, name = 4, call = 4, count = 5, bytes = 5;
  for (int s = 0; s < SITES && me == 0; s++) {
    if (sums[s].calls == 0) continue;
    site = larger(site, printed_width(sites[s].id, 0));
    name = larger(name, (int)strlen(sites[s].name));
    call = larger(call, (int)strlen(sites[s].call));
    count = larger(count, printed_width(sums[s].calls, 0));
    bytes = larger(bytes, printed_width(sums[s].bytes, 0));
  }
  int time = larger(7, printed_width(most_seconds, places));
  int room = larger(12, 80 - 16 - 15 - site - call - count - bytes - time);
  if (name > room) name = room;
  if (me == 0) printf("\n%*s  %-*s  %-*s  %*s  app %%  MPI %%  %*s    COV  %*s\n", site, "site", name, "name", call, "call", time, "seconds", count, "count", bytes, "bytes");
  for (int i = 0; i < SITES && me == 0; i++) {
    int most = -1;
    for (int s = 0; s < SITES; s++) {
      if (!printed[s] && (most < 0 || sums[s].seconds > sums[most].seconds)) most = s;
    }
    printed[most] = 1;
    const struct use *u = &sums[most];
    if (u->calls == 0) continue;
    printf("%*d  ", site, sites[most].id);
    print_name(sites[most].name, name);
    printf("  %-*s  %*.*f  %5.1f  %5.1f  %*.0f  %5.3f  %*.0f\n", call, sites[most].call, time, places, u->seconds, whole > 0 ? 100 * u->seconds / whole : 0,
           inside > 0 ? 100 * u->seconds / inside : 0, count, u->calls, variation(u, squares[most]), bytes, u->bytes);
  }
  free(sums);
}

static int failed, ended;

/* MPICH 4.2 aborts in MPI_Finalize if a message is left. */
static void take_unreceived(void) {
  for (int id = 0; id < COMMUNICATORS; id++) {
    int there = comms[id].size > 0 && comms[id].handle != MPI_COMM_NULL;
    while (there) {
      MPI_Status status;
      int bytes;
      PMPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, comms[id].handle, &there, &status);
      if (!there) break;
      PMPI_Get_count(&status, MPI_BYTE, &bytes);
      void *into = allocated((size_t)bytes);
      PMPI_Recv(into, bytes, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, comms[id].handle, MPI_STATUS_IGNORE);
      free(into);
    }
  }
}

static void finish(void) {
  ended = 1;
  double seconds = PMPI_Wtime() - started, inside = 0;
  for (int s = 0; s < SITES; s++) inside += uses[s].seconds;
  failed = check_sizes();
  if (UNRECEIVED) take_unreceived();
  print_ranks(seconds, inside);
  print_sites(seconds);
  write_sample();
  free(sent);
}

static void begin(int first, int *argc, char ***argv) {
  tell(sites[first].name);
  MPI_Init(argc, argv);
  tell(NULL);
  last_site = sites[first].id;
  set_up(*argc, *argv);
}

static void begin_with_threads(int first, int *argc, char ***argv) {
  int provided;
  tell(sites[first].name);
  MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided);
  tell(NULL);
  last_site = sites[first].id;
  set_up(*argc, *argv);
}

/* The trace does not begin with MPI_Init. */
static void begin_unrecorded(int *argc, char ***argv) {
  MPI_Init(argc, argv);
  tell(NULL);
  set_up(*argc, *argv);
}

static void finalize(void) {
  finish();
  tell(sites[site].name);
  MPI_Finalize();
}

static void finalize_unrecorded(void) {
  finish();
  tell(sites[site].name);
  MPI_Finalize();
}
