/* Communicators, groups, datatypes and probed messages by handle. A communicator's key is Scalasca's: the world rank of its rank 0 and
   how many that rank had made before, told to the members by one small broadcast. */
#include "fold.h"
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

/* All communicators that ever were: those made one after the other that differ in their numbers alone are one line. */
typedef struct {
  int id, count, root, number, rank, size;
} line;
static line *lines;
static int line_count, line_room;

static int keep_line(int id, const int *key, int rank, int size) {
  line *l = line_count ? &lines[line_count - 1] : NULL;
  if (l && l->id + l->count == id && l->root == key[0] && l->number + l->count == key[1] && l->rank == rank && l->size == size) {
    l->count++;
    return 0;
  }
  if (line_count == line_room) {
    int more = line_room ? 2 * line_room : 16;
    line *larger = realloc(lines, (size_t)more * sizeof *larger);
    if (!larger) {
      tc_stop("no memory for a communicator");
      return -1;
    }
    lines = larger;
    line_room = more;
  }
  lines[line_count++] = (line){id, 1, key[0], key[1], rank, size};
  return 0;
}

void tc_comm_place(int id, int *rank, int *size) {
  *rank = id == 1 ? 0 : tc_rank;
  *size = id == 1 ? 1 : tc_size;
  for (int l = line_count - 1; l >= 0 && id > 1; l--) {
    if (id < lines[l].id || id >= lines[l].id + lines[l].count) continue;
    *rank = lines[l].rank;
    *size = lines[l].size;
    return;
  }
}

void tc_comms_pack(tc_packer *p) {
  tc_pack_number(p, (uint64_t)line_count);
  for (const line *l = lines; l < lines + line_count; l++) {
    int fields[] = {l->id, l->count, l->root, l->number, l->rank, l->size};
    for (int i = 0; i < 6; i++) tc_pack_number(p, (uint64_t)fields[i]);
  }
}

static void log_comm(int id, const int *key, int rank, int size) {
  int fields[] = {id, key[0], key[1], rank, size};
  unsigned char record[64];
  size_t n = 0;
  if (keep_line(id, key, rank, size) != 0) return;
  record[n++] = R_communicator;
  for (int i = 0; i < 5; i++) n += tc_encode(record + n, (uint64_t)fields[i]);
  if (tc_raw) {
    tc_log_bytes(record, n);
    tc_log_commit();
  }
  tc_journal_record(record, n);
}

/* Whether it has processes of another world, which may not be recorded. */
int tc_comm_is_foreign(MPI_Comm comm) {
  int size = 0, foreign = 0;
  MPI_Group members;
  PMPI_Comm_group(comm, &members);
  PMPI_Group_size(members, &size);
  for (int i = 0; i < size && !foreign; i++) {
    int there = MPI_UNDEFINED;
    PMPI_Group_translate_ranks(members, 1, &i, world_group, &there);
    foreign = there == MPI_UNDEFINED;
  }
  PMPI_Group_free(&members);
  return foreign;
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

struct tc_pending *tc_comm_promise(MPI_Comm parent, MPI_Comm *handle, int *id) {
  struct tc_pending *p = calloc(1, sizeof *p);
  if (!p) {
    tc_stop("no memory for a communicator");
    return NULL;
  }
  PMPI_Comm_rank(parent, &p->rank);
  PMPI_Comm_size(parent, &p->size);
  p->key[0] = tc_rank;
  p->key[1] = p->rank == 0 ? rooted++ : 0;
  p->id = *id = next_id++;
  p->handle = handle;
  PMPI_Ibcast(p->key, (int)sizeof p->key, MPI_BYTE, 0, parent, &p->request);
  p->next = promises;
  promises = p;
  return p;
}

/* The request is over by the time of MPI_Finalize. */
void tc_comm_answer(MPI_Comm parent, MPI_Comm *made, int later) {
  int id, merged = parent == MPI_COMM_NULL;
  tc_depth++;
  if (!merged && tc_comm_find(parent) < 0) { /* nor do the others know it */
  } else if (later) {
    tc_comm_promise(parent, made, &id);
  } else if (*made != MPI_COMM_NULL && !(merged && tc_comm_is_foreign(*made))) {
    tc_comm_define(*made);
  }
  tc_depth--;
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

/* groups: each once, by its members */

typedef struct known_group {
  struct known_group *next;
  int number, size;
  int members[];
} known_group;

int tc_group(MPI_Group group) {
  static known_group *groups;
  int size = 0;
  if (group == MPI_GROUP_NULL) return -1;
  PMPI_Group_size(group, &size);
  int *local = malloc((size_t)(size + 1) * sizeof *local);
  known_group *g = malloc(sizeof *g + (size_t)(size + 1) * sizeof *g->members);
  if (!local || !g) {
    free(local);
    free(g);
    return -1;
  }
  for (int i = 0; i < size; i++) local[i] = i;
  if (size > 0) PMPI_Group_translate_ranks(group, size, local, world_group, g->members);
  free(local);
  int same = 0, foreign = 0; /* processes of another world */
  for (int i = 0; i < size; i++) foreign |= g->members[i] < 0;
  const known_group *k = groups;
  for (; k && !same; k = same ? k : k->next) {
    same = k->size == size && memcmp(k->members, g->members, (size_t)size * sizeof *k->members) == 0;
  }
  if (foreign || same) {
    free(g);
    return foreign ? -1 : k->number;
  }
  int number = groups ? groups->number + 1 : 0;
  g->next = groups;
  g->number = number;
  g->size = size;
  groups = g;
  tc_log_number(R_group);
  tc_log_number((uint64_t)size);
  for (int i = 0; i < size; i++) tc_log_number((uint64_t)g->members[i]);
  tc_log_commit();
  return number;
}

/* datatypes */

static map types;

/* A type that is made again and again is one by its name and size. */
typedef struct known_type {
  struct known_type *next;
  int number;
  uint64_t bytes;
  char name[];
} known_type;

static int type_of(const char *name, uint64_t bytes) {
  static known_type *all;
  for (const known_type *k = all; k; k = k->next) {
    if (k->bytes == bytes && strcmp(k->name, name) == 0) return k->number;
  }
  known_type *k = malloc(sizeof *k + strlen(name) + 1);
  if (!k) {
    tc_stop("no memory for a datatype");
    return 0;
  }
  k->next = all;
  k->number = all ? all->number + 1 : 0;
  k->bytes = bytes;
  strcpy(k->name, name);
  all = k;
  tc_log_number(R_datatype);
  tc_log_text(name);
  tc_log_number(bytes);
  tc_log_commit();
  return k->number;
}

int tc_datatype(MPI_Datatype datatype) {
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
    int invented = strncmp(name, "Dup ", 4) == 0; /* Open MPI names copies by itself */
    if (!name[0] || invented) snprintf(name, sizeof name, "derived_%d", small);
  }
  for (char *c = name; *c; c++) {
    if (*c <= ' ' || *c == ',') *c = '_';
  }
  id = type_of(name, bytes < 0 ? 0 : (uint64_t)bytes + 1); /* 0 is unknown */
  put(&types, KEY(datatype), id);
  return id;
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
