/* Groups, datatypes and probed messages by handle. */
#include "map.h"
#include "recorder.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Groups. A group is identified by its members and stored once. */

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
  if (size > 0) PMPI_Group_translate_ranks(group, size, local, tc_world_group, g->members);
  free(local);
  int same = 0, foreign = 0; /* foreign: whether a process belongs to another world */
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

/* Datatypes */

static tc_map types;

/* A type that is created repeatedly is identified by its name and size. */
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

/* Whether a datatype is MPI's own. A program may give its types any names: one name to types of different sizes, or the name of an MPI
   type, whose size readers of a trace know. Names of the program's types therefore end in the size. */
static int is_predefined(MPI_Datatype datatype) {
  int integers, addresses, types, combiner = MPI_COMBINER_NAMED;
  PMPI_Type_get_envelope(datatype, &integers, &addresses, &types, &combiner);
  return combiner == MPI_COMBINER_NAMED || combiner == MPI_COMBINER_F90_INTEGER || combiner == MPI_COMBINER_F90_REAL || combiner == MPI_COMBINER_F90_COMPLEX;
}

int tc_datatype(MPI_Datatype datatype) {
  int id = tc_map_get(&types, KEY(datatype));
  if (id >= 0) return id;
  char name[MPI_MAX_OBJECT_NAME + 32] = "";
  int length = 0;
  MPI_Count bytes = 0;
  if (datatype == MPI_DATATYPE_NULL) {
    strcpy(name, "MPI_DATATYPE_NULL");
  } else {
    PMPI_Type_size_x(datatype, &bytes);
    PMPI_Type_get_name(datatype, name, &length);
    if (!name[0] || !is_predefined(datatype)) {
      int invented = strncmp(name, "Dup ", 4) == 0; /* Open MPI invents names for copies */
      if (!name[0] || invented || strncmp(name, "MPI_", 4) == 0) strcpy(name, "derived");
      snprintf(name + strlen(name), 24, "_%lld", (long long)bytes);
    }
  }
  for (char *c = name; *c; c++) {
    if (*c <= ' ' || *c == ',') *c = '_';
  }
  id = type_of(name, bytes < 0 ? 0 : (uint64_t)bytes + 1); /* the field is the size + 1; 0 is an unknown size */
  tc_map_put(&types, KEY(datatype), id);
  return id;
}

void tc_datatype_forget(MPI_Datatype datatype) { tc_map_take(&types, KEY(datatype)); }

/* Messages that a matched probe has removed from the queue */

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
