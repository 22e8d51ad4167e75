/* Communicators, groups, datatypes and probed messages by handle. A communicator's key is Scalasca's: the world rank of its rank 0 and
   how many that rank had made before, told to the members by one small broadcast. */
#include "recorder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uintptr_t key;
  int value;
} slot;

typedef struct {
  slot *slots;
  uint32_t size, used;
} map;

static uint32_t home(const map *m, uintptr_t key) { return (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (m->size - 1); }

static int get(const map *m, uintptr_t key) {
  if (!m->size) return -1;
  for (uint32_t i = home(m, key); m->slots[i].key; i = (i + 1) & (m->size - 1)) {
    if (m->slots[i].key == key) return m->slots[i].value;
  }
  return -1;
}

static void put(map *m, uintptr_t key, int value) {
  if (2 * (m->used + 1) > m->size) {
    map larger = {calloc(m->size ? 2 * m->size : 64, sizeof(slot)), m->size ? 2 * m->size : 64, 0};
    if (!larger.slots) {
      tc_stop("no memory for a handle");
      return;
    }
    for (uint32_t i = 0; i < m->size; i++) {
      if (m->slots[i].key) put(&larger, m->slots[i].key, m->slots[i].value);
    }
    free(m->slots);
    *m = larger;
  }
  uint32_t i = home(m, key);
  while (m->slots[i].key && m->slots[i].key != key) i = (i + 1) & (m->size - 1);
  m->used += !m->slots[i].key;
  m->slots[i] = (slot){key, value};
}

static int take(map *m, uintptr_t key) {
  int value = get(m, key);
  if (value < 0) return -1;
  uint32_t i = home(m, key), last = m->size - 1;
  while (m->slots[i].key != key) i = (i + 1) & last;
  m->slots[i].key = 0;
  m->used--;
  for (uint32_t j = (i + 1) & last; m->slots[j].key; j = (j + 1) & last) { /* those behind it may now be nearer home */
    slot moved = m->slots[j];
    m->slots[j].key = 0;
    m->used--;
    put(m, moved.key, moved.value);
  }
  return value;
}

/* communicators */

static map comms;
static tc_comm *known;
static int known_count, known_room, *unused, unused_count;
static int next_id = 2;    /* after MPI_COMM_WORLD and MPI_COMM_SELF */
static int rooted;         /* communicators that this rank is rank 0 of */
static MPI_Group world_group;

tc_comm *tc_comm_at(int number) { return &known[number]; }

int tc_comm_find(MPI_Comm comm) { return get(&comms, KEY(comm)); }

static int keep(MPI_Comm comm, tc_comm value) {
  if (unused_count == 0 && known_count == known_room) {
    int more = known_room ? 2 * known_room : 16;
    tc_comm *larger = realloc(known, (size_t)more * sizeof *known);
    int *free_list = larger ? realloc(unused, (size_t)more * sizeof *unused) : NULL;
    if (larger) known = larger;
    if (!free_list) {
      tc_stop("no memory for a communicator");
      return -1;
    }
    unused = free_list;
    known_room = more;
  }
  int number = unused_count ? unused[--unused_count] : known_count++;
  known[number] = value;
  put(&comms, KEY(comm), number);
  return number;
}

void tc_objects_init(void) {
  keep(MPI_COMM_WORLD, (tc_comm){0, tc_size, tc_rank, -1, -1});
  keep(MPI_COMM_SELF, (tc_comm){1, 1, 0, -1, -1});
  PMPI_Comm_group(MPI_COMM_WORLD, &world_group);
}

static void log_comm(int id, const int *key, int rank, int size) {
  char name[64];
  snprintf(name, sizeof name, "communicator %d.%d", key[0], key[1]);
  tc_log_number(R_communicator);
  tc_log_number((uint64_t)id);
  tc_log_text(name);
  tc_log_number((uint64_t)key[0]);
  tc_log_number((uint64_t)key[1]);
  tc_log_number((uint64_t)rank);
  tc_log_number((uint64_t)size);
  tc_log_commit();
}

int tc_comm_define(MPI_Comm comm) {
  int inter = 0, rank = 0, size = 0;
  PMPI_Comm_test_inter(comm, &inter);
  if (inter) return -1;
  PMPI_Comm_rank(comm, &rank);
  PMPI_Comm_size(comm, &size);
  int key[2] = {tc_rank, rank == 0 ? rooted++ : 0};
  if (size > 1) PMPI_Bcast(key, (int)sizeof key, MPI_BYTE, 0, comm);
  int id = next_id++;
  log_comm(id, key, rank, size);
  keep(comm, (tc_comm){id, size, rank, -1, -1});
  return id;
}

void tc_comm_forget(MPI_Comm comm) {
  int number = take(&comms, KEY(comm));
  if (number >= 0) unused[unused_count++] = number;
}

void tc_comm_degrees(MPI_Comm comm, tc_comm *c) {
  int kind = MPI_UNDEFINED, n = 0, weighted;
  if (c->indegree >= 0) return;
  c->indegree = c->outdegree = 0;
  PMPI_Topo_test(comm, &kind);
  if (kind == MPI_CART) {
    PMPI_Cartdim_get(comm, &n);
    c->indegree = c->outdegree = 2 * n;
  } else if (kind == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(comm, c->rank, &n);
    c->indegree = c->outdegree = n;
  } else if (kind == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(comm, &c->indegree, &c->outdegree, &weighted);
  }
}

/* MPI_Comm_idup: the key comes by a broadcast on the parent that goes on beside the program's */
struct tc_pending {
  int key[2], id, rank, size, done;
  MPI_Comm *handle;
  MPI_Request request;
  struct tc_pending *next;
};
static struct tc_pending *promises;

struct tc_pending *tc_comm_promise(MPI_Comm parent, int number, MPI_Comm *handle, int *id) {
  struct tc_pending *p = calloc(1, sizeof *p);
  if (!p) {
    tc_stop("no memory for a communicator");
    return NULL;
  }
  p->rank = known[number].rank;
  p->size = known[number].size;
  p->key[0] = tc_rank;
  p->key[1] = p->rank == 0 ? rooted++ : 0;
  p->id = *id = next_id++;
  p->handle = handle;
  PMPI_Ibcast(p->key, (int)sizeof p->key, MPI_BYTE, 0, parent, &p->request);
  p->next = promises;
  promises = p;
  return p;
}

void tc_comm_fulfil(struct tc_pending *p) {
  if (p->done) return;
  PMPI_Wait(&p->request, MPI_STATUS_IGNORE);
  p->done = 1;
  log_comm(p->id, p->key, p->rank, p->size);
  keep(*p->handle, (tc_comm){p->id, p->size, p->rank, -1, -1});
  struct tc_pending **at = &promises;
  while (*at != p) at = &(*at)->next;
  *at = p->next;
  free(p);
}

void tc_comm_fulfil_all(void) {
  while (promises) tc_comm_fulfil(promises);
}

/* groups: the log has one record for each mention, which is small beside what such calls do */

int tc_group(MPI_Group group) {
  static int groups;
  int size = 0;
  if (group == MPI_GROUP_NULL) return -1;
  PMPI_Group_size(group, &size);
  int *local = malloc(2 * (size_t)(size + 1) * sizeof *local), *world = local + size + 1;
  if (!local) return -1;
  for (int i = 0; i < size; i++) local[i] = i;
  if (size > 0) PMPI_Group_translate_ranks(group, size, local, world_group, world);
  for (int i = 0; i < size; i++) {
    if (world[i] < 0) size = -1; /* processes of another world */
  }
  if (size >= 0) {
    tc_log_number(R_group);
    tc_log_number((uint64_t)size);
    for (int i = 0; i < size; i++) tc_log_number((uint64_t)world[i]);
    tc_log_commit();
  }
  free(local);
  return size < 0 ? -1 : groups++;
}

/* datatypes */

static map types;

int tc_datatype(MPI_Datatype datatype) {
  static int next;
  int id = get(&types, KEY(datatype));
  if (id >= 0) return id;
  char name[MPI_MAX_OBJECT_NAME + 32] = "";
  int length = 0;
  MPI_Count bytes = 0;
  if (datatype == MPI_DATATYPE_NULL) {
    strcpy(name, "MPI_DATATYPE_NULL");
  } else {
    int small = 0;
    PMPI_Type_size(datatype, &small);
    bytes = small;
    PMPI_Type_get_name(datatype, name, &length);
    if (!name[0]) snprintf(name, sizeof name, "derived_%d", small);
  }
  for (char *c = name; *c; c++) {
    if (*c <= ' ' || *c == ',') *c = '_';
  }
  tc_log_number(R_datatype);
  tc_log_text(name);
  tc_log_number(bytes < 0 ? 0 : (uint64_t)bytes + 1); /* 0 is unknown */
  tc_log_commit();
  put(&types, KEY(datatype), next);
  return next++;
}

void tc_datatype_forget(MPI_Datatype datatype) { take(&types, KEY(datatype)); }

/* messages that a probe has taken out of the queue */

typedef struct {
  uintptr_t handle;
  int comm, source, tag;
} probed;
static probed *messages;
static int message_count, message_room;

void tc_message_add(MPI_Message message, int comm, int source, int tag) {
  if (message_count == message_room) {
    int more = message_room ? 2 * message_room : 16;
    probed *larger = realloc(messages, (size_t)more * sizeof *larger);
    if (!larger) return;
    messages = larger;
    message_room = more;
  }
  messages[message_count++] = (probed){KEY(message), comm, source, tag};
}

int tc_message_take(MPI_Message message, int *comm, int *source, int *tag) {
  for (int i = message_count - 1; i >= 0; i--) {
    if (messages[i].handle == KEY(message)) {
      *comm = messages[i].comm;
      *source = messages[i].source;
      *tag = messages[i].tag;
      messages[i] = messages[--message_count];
      return 1;
    }
  }
  return 0;
}
