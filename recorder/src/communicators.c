/* Communicators by handle. Each member knows a communicator's key without communication: the world rank of the communicator's rank 0, its
   parent, and its number among the communicators that all members of the parent created together. All members make these calls in the same
   order. If only its own members create a communicator, a hash of the members replaces the parent, and the number counts the communicators
   that the same members created.

   An inter-communicator counts as a communicator of both groups, one after the other. The group whose rank 0 is earlier in the world comes
   first. A message on an inter-communicator therefore needs no group. It names ranks of the communicator of both groups.

   If a call outside of calls.txt made a communicator, its creation is not in the trace. It is then treated as a communicator that its
   members created. If it also has processes of another world, which are not recorded, the trace cannot describe it. */
#include "fold.h"
#include "map.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

MPI_Group tc_world_group;

static tc_map comms, alone; /* comms: number by handle. alone: number of communicators created by their members alone, by hash of members */
static tc_comm *known;
static int known_count, known_room, *unused, unused_count;
static int next_id = 2; /* 0 is MPI_COMM_WORLD, 1 is MPI_COMM_SELF */

tc_comm *tc_comm_at(int number) { return &known[number]; }

static tc_map foreign; /* index in births of the reason why the trace cannot describe a communicator, by its handle */
static char *births[64];
static int birth_count;

int tc_comm_find(MPI_Comm comm) {
  int number = tc_map_get(&comms, KEY(comm));
  if (number >= 0 || comm == MPI_COMM_NULL || tc_map_get(&foreign, KEY(comm)) >= 0) return number;
  tc_comm_adopt(comm, NULL);
  return tc_map_get(&comms, KEY(comm));
}

void tc_comm_adopt(MPI_Comm comm, const char *call) {
  if (comm != MPI_COMM_NULL && tc_comm_define(-1, comm) < 0) tc_comm_leave_out(comm, call);
}

void tc_comm_leave_out(MPI_Comm comm, const char *call) {
  char text[200];
  snprintf(text, sizeof text, "on a communicator from %s with processes of another program; MPI_Other in the trace",
           call ? call : "a call that was not recorded");
  int birth = 0;
  while (birth < birth_count && strcmp(births[birth], text) != 0) birth++;
  if (birth == birth_count && birth < (int)(sizeof births / sizeof *births)) births[birth_count++] = strdup(text);
  tc_map_put(&foreign, KEY(comm), birth < birth_count ? birth : 0);
}

const char *tc_comm_foreign(MPI_Comm comm) {
  int birth = tc_map_get(&foreign, KEY(comm));
  return birth < 0 ? NULL : births[birth];
}

/* Stores a communicator. Returns its number; -1 without memory. */
static int keep(tc_comm value) {
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
  return number;
}

static void handle_is(MPI_Comm comm, int number) {
  if (number >= 0) tc_map_put(&comms, KEY(comm), number);
}

void tc_communicators_init(void) {
  handle_is(MPI_COMM_WORLD, keep((tc_comm){0, tc_size, tc_rank, 0, 0, 0, -1, -1}));
  handle_is(MPI_COMM_SELF, keep((tc_comm){1, 1, 0, tc_rank, 0, 0, -1, -1}));
  if (!tc_world_group) PMPI_Comm_group(MPI_COMM_WORLD, &tc_world_group); /* without MPI_Init, world.c has set this group */
}

/* Writes a new communicator to the log. Returns its number; -1 after a failure. */
static int tell(tc_birth one) {
  uint64_t fields[] = {(uint64_t)one.id,     (uint64_t)one.root, (uint64_t)one.parent, (uint64_t)one.number,
                       one.makers, (uint64_t)one.rank, (uint64_t)one.size, (uint64_t)one.first};
  unsigned char record[96];
  size_t n = 0;
  int number = keep((tc_comm){one.id, one.size, one.rank, one.root, one.first, 0, -1, -1});
  if (number < 0 || tc_birth_add(&one) != 0) return -1;
  record[n++] = R_communicator;
  for (int i = 0; i < TC_COMM_FIELDS; i++) n += tc_encode(record + n, fields[i]);
  if (tc_raw) {
    tc_log_bytes(record, n);
    tc_log_commit();
  }
  tc_journal_record(record, n);
  return number;
}

static int world_rank(MPI_Group group, int rank) {
  int there = MPI_UNDEFINED;
  PMPI_Group_translate_ranks(group, 1, &rank, tc_world_group, &there);
  return there;
}

/* Fills in the ranks of a new communicator, and returns its groups in order. An intra-communicator's second group is empty. */
static void place(tc_birth *one, MPI_Comm made, MPI_Group groups[2]) {
  int inter = 0, others = 0;
  PMPI_Comm_rank(made, &one->rank);
  PMPI_Comm_size(made, &one->size);
  PMPI_Comm_group(made, &groups[0]);
  groups[1] = MPI_GROUP_EMPTY;
  one->root = one->rank == 0 ? tc_rank : world_rank(groups[0], 0);
  PMPI_Comm_test_inter(made, &inter);
  if (!inter) return;
  PMPI_Comm_remote_group(made, &groups[1]);
  PMPI_Group_size(groups[1], &others);
  int leader = others ? world_rank(groups[1], 0) : MPI_UNDEFINED;
  one->first = one->size;
  one->size += others;
  if (leader == MPI_UNDEFINED || leader > one->root) return;
  MPI_Group own = groups[0];
  groups[0] = groups[1];
  groups[1] = own;
  one->root = leader;
  one->rank += others;
  one->first = others;
}

/* Returns a hash of the world ranks in groups; 0 if a process belongs to another world, which may not be recorded. */
static uint64_t hash_of(MPI_Group groups[2]) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (int g = 0; g < 2; g++) {
    int size;
    PMPI_Group_size(groups[g], &size);
    for (int i = 0; i < size; i++) {
      int there = world_rank(groups[g], i);
      if (there == MPI_UNDEFINED) return 0;
      hash = (hash ^ (uint64_t)there) * 0x100000001B3u;
    }
    if (g == 0) hash ^= (uint64_t)size << 32; /* the hash depends on where the first group ends */
  }
  return hash | 1;
}

int tc_comm_define(int parent, MPI_Comm made) {
  MPI_Group groups[2];
  tc_birth one = {.id = next_id, .count = 1};
  if (parent >= 0) {
    one.parent = known[parent].id;
    one.number = known[parent].made++;
  }
  if (made == MPI_COMM_NULL) return -1;
  place(&one, made, groups);
  if (parent < 0) one.makers = hash_of(groups);
  for (int g = 0; g < 2; g++) {
    if (groups[g] != MPI_GROUP_EMPTY) PMPI_Group_free(&groups[g]);
  }
  if (parent < 0) {
    if (!one.makers) return -1;
    int before = tc_map_get(&alone, (uintptr_t)one.makers);
    one.number = before < 0 ? 0 : before;
    tc_map_put(&alone, (uintptr_t)one.makers, one.number + 1);
  }
  next_id++;
  tc_map_take(&foreign, KEY(made)); /* an earlier communicator may have had this handle */
  handle_is(made, tell(one));
  return one.id;
}

/* A communicator that a nonblocking call creates. Its handle is known only when the call's request is complete. */
struct tc_pending {
  MPI_Comm *handle;
  int number;
};

struct tc_pending *tc_comm_promise(int parent, MPI_Comm *handle, int *id) {
  struct tc_pending *p = malloc(sizeof *p);
  if (!p) {
    tc_stop("no memory for a communicator");
    return NULL;
  }
  tc_comm *of = &known[parent];
  tc_birth one = {next_id++, 1, of->root, of->id, of->made++, of->rank, of->size, of->first, 0};
  *id = one.id;
  *p = (struct tc_pending){handle, tell(one)};
  return p;
}

void tc_comm_fulfil(struct tc_pending *p) {
  handle_is(*p->handle, p->number);
  free(p);
}

int tc_comm_forget(MPI_Comm comm) {
  tc_map_take(&foreign, KEY(comm));
  return tc_map_take(&comms, KEY(comm));
}

void tc_comm_forgotten(int number, MPI_Comm kept) {
  if (kept != MPI_COMM_NULL) handle_is(kept, number);
  else unused[unused_count++] = number;
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
