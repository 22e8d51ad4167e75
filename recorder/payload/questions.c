/* Answers calls about communicators and groups for the recorded number of ranks. */
#include "payload.h"
#include "map.h"
#include <stdlib.h>
#include <string.h>

static tp_comm *comm_of(MPI_Comm comm) {
  tp_comm *c = tp_comm_find(comm);
  if (!c) tp_fail("rank %d: found a communicator of another process; expected one of the recorded run", tp_rank);
  return c;
}

static int world_rank(const tp_comm *c, int local) { return c->members ? c->members[local] : local; }

int tp_Comm_rank(MPI_Comm comm, int *rank) { return *rank = comm_of(comm)->rank, MPI_SUCCESS; }
int tp_Comm_size(MPI_Comm comm, int *size) { return *size = comm_of(comm)->size, MPI_SUCCESS; }

/* Groups: members as world ranks, by handle */

typedef struct {
  int size, members[];
} group;

static tc_map numbers;
static group **groups;
static int count, room;

static group *new_group(int most) {
  group *g = calloc(1, sizeof *g + (size_t)(most + 1) * sizeof *g->members);
  if (!g) tp_fail("rank %d: no memory for a group", tp_rank);
  return g;
}

static const group *group_of(MPI_Group handle) {
  static const group empty;
  int number = tc_map_get(&numbers, KEY(handle));
  return number < 0 ? &empty : groups[number];
}

/* Returns an MPI handle for a group: the handle of a new group with this process only. */
static int made(group *g, MPI_Group *handle) {
  MPI_Group own;
  if (g->size == 0) {
    free(g);
    *handle = MPI_GROUP_EMPTY;
    return MPI_SUCCESS;
  }
  if (count == room) {
    room = room ? 2 * room : 16;
    groups = realloc(groups, (size_t)room * sizeof *groups);
    if (!groups) tp_fail("rank %d: no memory for a group", tp_rank);
  }
  PMPI_Comm_group(MPI_COMM_SELF, &own);
  PMPI_Group_incl(own, 1, (int[]){0}, handle);
  PMPI_Group_free(&own);
  groups[count] = g;
  tc_map_put(&numbers, KEY(*handle), count++);
  return MPI_SUCCESS;
}

static int index_in(const group *g, int member) {
  for (int i = 0; i < g->size; i++) {
    if (g->members[i] == member) return i;
  }
  return -1;
}

int tp_Comm_group(MPI_Comm comm, MPI_Group *handle) {
  const tp_comm *c = comm_of(comm);
  group *g = new_group(c->size);
  g->size = c->size;
  for (int i = 0; i < c->size; i++) g->members[i] = world_rank(c, i);
  return made(g, handle);
}

int tp_Group_size(MPI_Group handle, int *size) { return *size = group_of(handle)->size, MPI_SUCCESS; }

int tp_Group_rank(MPI_Group handle, int *rank) {
  int at = index_in(group_of(handle), tp_rank);
  return *rank = at < 0 ? MPI_UNDEFINED : at, MPI_SUCCESS;
}

int tp_Group_translate_ranks(MPI_Group from, int n, const int ranks[], MPI_Group to, int translated[]) {
  const group *a = group_of(from), *b = group_of(to);
  for (int i = 0; i < n; i++) {
    int member = ranks[i] == MPI_PROC_NULL ? -1 : a->members[ranks[i]];
    int at = member >= 0 && member < b->size && b->members[member] == member ? member : index_in(b, member);
    translated[i] = ranks[i] == MPI_PROC_NULL ? MPI_PROC_NULL : at < 0 ? MPI_UNDEFINED : at;
  }
  return MPI_SUCCESS;
}

static int compare(const group *a, const group *b) {
  if (a->size != b->size) return MPI_UNEQUAL;
  if (memcmp(a->members, b->members, (size_t)a->size * sizeof *a->members) == 0) return MPI_IDENT;
  for (int i = 0; i < a->size; i++) {
    if (index_in(b, a->members[i]) < 0) return MPI_UNEQUAL;
  }
  return MPI_SIMILAR;
}

int tp_Group_compare(MPI_Group a, MPI_Group b, int *result) { return *result = compare(group_of(a), group_of(b)), MPI_SUCCESS; }

int tp_Comm_compare(MPI_Comm a, MPI_Comm b, int *result) {
  MPI_Group one, other;
  tp_Comm_group(a, &one);
  tp_Comm_group(b, &other);
  *result = compare(group_of(one), group_of(other));
  if (*result == MPI_IDENT && a != b) *result = MPI_CONGRUENT;
  tp_Group_free(&one);
  return tp_Group_free(&other);
}

static int combine(MPI_Group first, MPI_Group second, int both, int others, MPI_Group *handle) {
  const group *a = group_of(first), *b = group_of(second);
  group *g = new_group(a->size + b->size);
  for (int i = 0; i < a->size; i++) {
    if (others || (index_in(b, a->members[i]) >= 0) == both) g->members[g->size++] = a->members[i];
  }
  for (int i = 0; i < b->size && others; i++) {
    if (index_in(a, b->members[i]) < 0) g->members[g->size++] = b->members[i];
  }
  return made(g, handle);
}

int tp_Group_union(MPI_Group a, MPI_Group b, MPI_Group *handle) { return combine(a, b, 1, 1, handle); }
int tp_Group_intersection(MPI_Group a, MPI_Group b, MPI_Group *handle) { return combine(a, b, 1, 0, handle); }
int tp_Group_difference(MPI_Group a, MPI_Group b, MPI_Group *handle) { return combine(a, b, 0, 0, handle); }

int tp_Group_incl(MPI_Group from, int n, const int ranks[], MPI_Group *handle) {
  const group *a = group_of(from);
  group *g = new_group(n);
  for (int i = 0; i < n; i++) g->members[g->size++] = a->members[ranks[i]];
  return made(g, handle);
}

static int but(MPI_Group from, const char *left_out, MPI_Group *handle) {
  const group *a = group_of(from);
  group *g = new_group(a->size);
  for (int i = 0; i < a->size; i++) {
    if (!left_out[i]) g->members[g->size++] = a->members[i];
  }
  return made(g, handle);
}

static char *marks(MPI_Group from) {
  char *all = calloc((size_t)group_of(from)->size + 1, 1);
  if (!all) tp_fail("rank %d: no memory for a group", tp_rank);
  return all;
}

int tp_Group_excl(MPI_Group from, int n, const int ranks[], MPI_Group *handle) {
  char *left_out = marks(from);
  for (int i = 0; i < n; i++) left_out[ranks[i]] = 1;
  int result = but(from, left_out, handle);
  free(left_out);
  return result;
}

int tp_Group_range_excl(MPI_Group from, int n, int ranges[][3], MPI_Group *handle) {
  char *left_out = marks(from);
  for (int i = 0; i < n; i++) {
    for (int r = ranges[i][0]; ranges[i][2] > 0 ? r <= ranges[i][1] : r >= ranges[i][1]; r += ranges[i][2]) left_out[r] = 1;
  }
  int result = but(from, left_out, handle);
  free(left_out);
  return result;
}

int tp_Group_range_incl(MPI_Group from, int n, int ranges[][3], MPI_Group *handle) {
  const group *a = group_of(from);
  group *g = new_group(a->size);
  for (int i = 0; i < n; i++) {
    for (int r = ranges[i][0]; ranges[i][2] > 0 ? r <= ranges[i][1] : r >= ranges[i][1]; r += ranges[i][2]) g->members[g->size++] = a->members[r];
  }
  return made(g, handle);
}

int tp_Group_free(MPI_Group *handle) {
  int number = tc_map_take(&numbers, KEY(*handle));
  if (number < 0) {
    *handle = MPI_GROUP_NULL;
    return MPI_SUCCESS;
  }
  free(groups[number]);
  groups[number] = NULL;
  return PMPI_Group_free(handle);
}

/* Topologies */

int tp_Topo_test(MPI_Comm comm, int *kind) { return *kind = comm_of(comm)->topology, MPI_SUCCESS; }
int tp_Cartdim_get(MPI_Comm comm, int *n) { return *n = comm_of(comm)->dimension_count, MPI_SUCCESS; }

static void copy(int *into, const int *from, int length, int most) {
  if (into && from && length > 0 && most > 0) memcpy(into, from, (size_t)(length < most ? length : most) * sizeof *into);
}

int tp_Cart_get(MPI_Comm comm, int most, int dimensions[], int periods[], int coordinates[]) {
  const tp_comm *c = comm_of(comm);
  copy(dimensions, c->dimensions, c->dimension_count, most);
  copy(periods, c->periods, c->dimension_count, most);
  copy(coordinates, c->coordinates, c->dimension_count, most);
  return MPI_SUCCESS;
}

static int wrapped(const tp_comm *c, int d, int at) {
  int n = c->dimensions[d];
  return at >= 0 && at < n ? at : c->periods[d] ? (at % n + n) % n : -1;
}

int tp_Cart_rank(MPI_Comm comm, const int coordinates[], int *rank) {
  const tp_comm *c = comm_of(comm);
  *rank = 0;
  for (int d = 0; d < c->dimension_count; d++) *rank = *rank * c->dimensions[d] + wrapped(c, d, coordinates[d]);
  return MPI_SUCCESS;
}

int tp_Cart_coords(MPI_Comm comm, int rank, int most, int coordinates[]) {
  const tp_comm *c = comm_of(comm);
  for (int d = c->dimension_count - 1; d >= 0; d--) {
    if (d < most) coordinates[d] = rank % c->dimensions[d];
    rank /= c->dimensions[d];
  }
  return MPI_SUCCESS;
}

static int along(const tp_comm *c, int direction, int steps) {
  int rank = 0;
  for (int d = 0; d < c->dimension_count; d++) {
    int at = wrapped(c, d, c->coordinates[d] + (d == direction ? steps : 0));
    if (at < 0) return MPI_PROC_NULL;
    rank = rank * c->dimensions[d] + at;
  }
  return rank;
}

int tp_Cart_shift(MPI_Comm comm, int direction, int steps, int *source, int *destination) {
  const tp_comm *c = comm_of(comm);
  *source = along(c, direction, -steps);
  *destination = along(c, direction, steps);
  return MPI_SUCCESS;
}

static const tp_comm *own_graph(MPI_Comm comm, int rank) {
  const tp_comm *c = comm_of(comm);
  if (rank != c->rank) tp_fail("rank %d: found a query of the neighbours of rank %d; expected a query of its own neighbours", tp_rank, rank);
  return c;
}

int tp_Graph_neighbors_count(MPI_Comm comm, int rank, int *n) { return *n = own_graph(comm, rank)->outdegree, MPI_SUCCESS; }

int tp_Graph_neighbors(MPI_Comm comm, int rank, int most, int neighbours[]) {
  const tp_comm *c = own_graph(comm, rank);
  copy(neighbours, c->destinations, c->outdegree, most);
  return MPI_SUCCESS;
}

int tp_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree, int *outdegree, int *weighted) {
  const tp_comm *c = comm_of(comm);
  *indegree = c->indegree;
  *outdegree = c->outdegree;
  *weighted = c->weighted;
  return MPI_SUCCESS;
}

int tp_Dist_graph_neighbors(MPI_Comm comm, int most_in, int sources[], int source_weights[], int most_out, int destinations[], int destination_weights[]) {
  const tp_comm *c = comm_of(comm);
  copy(sources, c->sources, c->indegree, most_in);
  copy(destinations, c->destinations, c->outdegree, most_out);
  if (c->weighted && source_weights != MPI_UNWEIGHTED) copy(source_weights, c->source_weights, c->indegree, most_in);
  if (c->weighted && destination_weights != MPI_UNWEIGHTED) copy(destination_weights, c->destination_weights, c->outdegree, most_out);
  return MPI_SUCCESS;
}
