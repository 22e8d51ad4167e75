/* The recorded properties of communicators, by handle. When the library answers, each communicator is a copy of a communicator with this
   process only. */
#include "payload.h"
#include "map.h"
#include <stdlib.h>
#include <string.h>

static tc_map numbers;
static tp_comm **comms;
static int count, room;

static tp_comm *add(MPI_Comm handle, tp_comm one) {
  if (count == room) {
    room = room ? 2 * room : 16;
    comms = realloc(comms, (size_t)room * sizeof *comms);
  }
  tp_comm *c = comms ? malloc(sizeof *c) : NULL;
  if (!c) tp_fail("rank %d: no memory for a communicator", tp_rank);
  *c = one;
  c->number = count;
  comms[count++] = c;
  tc_map_put(&numbers, KEY(handle), c->number);
  return c;
}

void tp_communicators_init(void) {
  int *self = malloc(sizeof *self);
  if (self) *self = tp_rank;
  add(MPI_COMM_WORLD, (tp_comm){.rank = tp_rank, .size = tp_size, .topology = MPI_UNDEFINED});
  add(MPI_COMM_SELF, (tp_comm){.size = 1, .members = self, .topology = MPI_UNDEFINED});
}

tp_comm *tp_comm_find(MPI_Comm comm) {
  int number = tc_map_get(&numbers, KEY(comm));
  return number < 0 ? NULL : comms[number];
}

void tp_comm_forget(MPI_Comm comm) { tc_map_take(&numbers, KEY(comm)); }

/* Writes a list of numbers, or reads it into newly allocated memory. */
static void ints(int **list, int length) {
  if (tp_mode == TP_ANSWER) *list = calloc((size_t)length + 1, sizeof **list);
  for (int i = 0; i < length; i++) tp_int(&(*list)[i]);
}

static int *space(int length) { return calloc((size_t)length + 1, sizeof(int)); }

static void ask_members(MPI_Comm made, tp_comm *c) {
  MPI_Group own, world;
  int *local = space(c->size);
  c->members = space(c->size);
  PMPI_Comm_group(made, &own);
  PMPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < c->size; i++) local[i] = i;
  PMPI_Group_translate_ranks(own, c->size, local, world, c->members);
  PMPI_Group_free(&own);
  PMPI_Group_free(&world);
  free(local);
}

static void ask_topology(MPI_Comm made, tp_comm *c) {
  PMPI_Topo_test(made, &c->topology);
  if (c->topology == MPI_CART) {
    PMPI_Cartdim_get(made, &c->dimension_count);
    c->dimensions = space(c->dimension_count), c->periods = space(c->dimension_count), c->coordinates = space(c->dimension_count);
    PMPI_Cart_get(made, c->dimension_count, c->dimensions, c->periods, c->coordinates);
    c->indegree = c->outdegree = 2 * c->dimension_count;
  } else if (c->topology == MPI_GRAPH) {
    PMPI_Graph_neighbors_count(made, c->rank, &c->outdegree);
    c->indegree = c->outdegree;
    c->destinations = space(c->outdegree);
    PMPI_Graph_neighbors(made, c->rank, c->outdegree, c->destinations);
  } else if (c->topology == MPI_DIST_GRAPH) {
    PMPI_Dist_graph_neighbors_count(made, &c->indegree, &c->outdegree, &c->weighted);
    c->sources = space(c->indegree), c->source_weights = space(c->indegree);
    c->destinations = space(c->outdegree), c->destination_weights = space(c->outdegree);
    PMPI_Dist_graph_neighbors(made, c->indegree, c->sources, c->weighted ? c->source_weights : MPI_UNWEIGHTED, c->outdegree, c->destinations,
                              c->weighted ? c->destination_weights : MPI_UNWEIGHTED);
  }
}

static int same_members(const tp_comm *parent, const tp_comm *c) {
  if (c->size != parent->size) return 0;
  for (int i = 0; i < c->size; i++) {
    if (c->members[i] != (parent->members ? parent->members[i] : i)) return 0;
  }
  return 1;
}

/* Writes or reads a topology. Its constants have different values in different MPIs. */
static void topology(tp_comm *c) {
  const int known[] = {MPI_UNDEFINED, MPI_CART, MPI_GRAPH, MPI_DIST_GRAPH};
  int at = 0;
  while (at < 3 && known[at] != c->topology) at++;
  tp_int(&at);
  c->topology = known[at & 3];
  tp_int(&c->indegree), tp_int(&c->outdegree);
  if (c->topology == MPI_CART) {
    tp_int(&c->dimension_count);
    ints(&c->dimensions, c->dimension_count), ints(&c->periods, c->dimension_count), ints(&c->coordinates, c->dimension_count);
  } else if (c->topology == MPI_GRAPH) {
    ints(&c->destinations, c->outdegree);
  } else if (c->topology == MPI_DIST_GRAPH) {
    tp_int(&c->weighted);
    ints(&c->sources, c->indegree), ints(&c->source_weights, c->indegree);
    ints(&c->destinations, c->outdegree), ints(&c->destination_weights, c->outdegree);
  }
}

/* Copies a communicator together with its attributes. */
static void copy(MPI_Comm model, MPI_Comm *made) { PMPI_Comm_dup(model, made); }

void tp_comm_made(const tp_comm *parent, MPI_Comm model, MPI_Comm *made) {
  tp_comm c = {0};
  int exists = tp_mode == TP_KEEP && *made != MPI_COMM_NULL, same = 0;
  tp_int(&exists);
  if (!exists) {
    *made = MPI_COMM_NULL;
    return;
  }
  if (tp_mode == TP_KEEP) {
    PMPI_Comm_rank(*made, &c.rank);
    PMPI_Comm_size(*made, &c.size);
    ask_members(*made, &c);
    ask_topology(*made, &c);
    same = same_members(parent, &c);
  }
  tp_int(&c.rank), tp_int(&c.size), tp_int(&same);
  if (!same) ints(&c.members, c.size);
  topology(&c);
  if (same) {
    free(c.members);
    c.members = parent->members;
  }
  if (tp_mode == TP_ANSWER) copy(model, made);
  add(*made, c);
}

void tp_comm_promised(const tp_comm *parent, MPI_Comm made) { add(made, *parent); }
