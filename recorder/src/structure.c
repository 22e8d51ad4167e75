/* The position of a program in the structure that its compiler wrote (recorder/structure). Each source file registers its text and slots
   before main. Marks maintain a stack of vertices: functions, loops, branches and calls. A mark first pops the stack down to the vertex
   that encloses the mark. A jump out of several vertices, such as longjmp, therefore needs no mark. A function that is entered again before
   it is left counts as an iteration of a loop. Only the thread that registered is tracked. */
#include "fold.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { DEEPEST = 240, SLOTS = 3 };
enum { FUNCTION, LOOP, BRANCH, CALL };

typedef struct vertex {
  struct vertex *around; /* NULL for a function */
  const char *name;      /* name of a function or callee, without a final zero */
  uint32_t length, number, unit;
  unsigned char kind, local, reaches;
  uint32_t repeated; /* for a function: how often it was entered again before it was left */
} vertex;

typedef struct unit {
  struct unit *next;
  const char *text;
  void **slots;
  vertex *vertices;
  uint32_t count;
} unit;

static unit *units;
static uint32_t numbers, unit_count;
static __thread int followed __attribute__((tls_model("initial-exec")));

static vertex *stack[DEEPEST];
static int height, same, again; /* same: levels in the iteration of the last event. again: whether the next level is in a later iteration */
static int fresh, lost;         /* fresh: whether a call was marked after the last event */
static tc_branch *at_level[DEEPEST], *root; /* at_level: branches of the last event by level */

static void pop_to(int h) {
  height = h;
  if (h <= same) {
    same = h;
    again = 0;
  }
}

static void push(vertex *v) {
  if (height == DEEPEST) lost = 1;
  else stack[height++] = v;
}

static int level_of(const vertex *v) {
  int h = height;
  while (h > 0 && stack[h - 1] != v) h--;
  return h - 1;
}

/* Makes a vertex the top of the stack. A repeated function has removed the vertices of its earlier entries from the stack. */
static void locate(vertex *v) {
  int h = v ? level_of(v) : -1;
  if (h >= 0) {
    pop_to(h + 1);
  } else if (!v || !v->around) {
    lost = 1;
  } else {
    locate(v->around);
    push(v);
  }
}

static void iterate_at(int h) {
  pop_to(h + 1);
  if (h >= same) return;
  same = h;
  again = 1;
}

static void enter(vertex *v) {
  if (!followed || lost) return;
  if (v->kind == FUNCTION) {
    int h = level_of(v);
    if (h < 0) {
      push(v);
    } else {
      v->repeated++;
      iterate_at(h);
    }
    return;
  }
  locate(v->around);
  push(v);
  fresh = v->kind == CALL;
}

static void iterate(vertex *v) {
  if (!followed || lost) return;
  locate(v);
  if (height > 0) iterate_at(height - 1);
}

static void leave(vertex *v) {
  if (!followed || lost) return;
  if (v->repeated > 0) {
    v->repeated--;
    return;
  }
  int h = level_of(v);
  if (h >= 0) pop_to(h);
}

/* Reading the text */

static const char *word(const char *at, const char **from, uint32_t *length) {
  *from = at;
  while (*at && *at != ' ' && *at != '\n') at++;
  *length = (uint32_t)(at - *from);
  return *at == ' ' ? at + 1 : at;
}

static const char *next_line(const char *at) {
  while (*at && *at != '\n') at++;
  return *at ? at + 1 : at;
}

static int is(const char *from, uint32_t length, const char *name) { return length == strlen(name) && memcmp(from, name, length) == 0; }

static uint32_t count_vertices(const char *text) {
  uint32_t count = 0;
  for (; *text; text = next_line(text)) count += isdigit((unsigned char)*text) || *text == 'f' || *text == 's';
  return count;
}

static void read_vertices(unit *u) {
  vertex *open[DEEPEST + 1] = {NULL}, *v = u->vertices;
  for (const char *at = u->text; *at; at = next_line(at)) {
    const char *first, *second, *third, *fourth;
    uint32_t lengths[4];
    const char *rest = word(word(word(word(at, &first, &lengths[0]), &second, &lengths[1]), &third, &lengths[2]), &fourth, &lengths[3]);
    (void)rest;
    int function = *first == 'f' || *first == 's';
    if (!function && !isdigit((unsigned char)*first)) continue;
    unsigned depth = function ? 0 : (unsigned)strtoul(first, NULL, 10);
    v->number = ++numbers;
    v->unit = unit_count;
    if (function) {
      v->kind = FUNCTION;
      v->local = *first == 's';
      v->name = second;
      v->length = lengths[1];
    } else {
      v->kind = is(second, lengths[1], "loop") ? LOOP : is(second, lengths[1], "branch") ? BRANCH : CALL;
      v->name = fourth;
      v->length = v->kind == CALL ? lengths[3] : 0;
      v->around = depth > DEEPEST ? NULL : open[depth - 1];
    }
    if (depth < DEEPEST) open[depth] = v;
    v++;
  }
}

TC_EXPORT void tracecast_structure(const char *text, void **slots) {
  const char *wanted = getenv(TC_ENV_STRUCTURE);
  if (!getenv(TC_ENV_RECORD) || (wanted && strcmp(wanted, "off") == 0)) return;
  unit *u = calloc(1, sizeof *u);
  uint32_t count = count_vertices(text);
  if (!u || !(u->vertices = calloc(count + 1, sizeof *u->vertices))) {
    free(u);
    return;
  }
  *u = (unit){units, text, slots, u->vertices, count};
  units = u;
  unit_count++;
  read_vertices(u);
  followed = 1;
  slots[0] = (void *)enter;
  slots[1] = (void *)iterate;
  slots[2] = (void *)leave;
  for (uint32_t i = 0; i < count; i++) slots[SLOTS + i] = &u->vertices[i];
}

/* Finding the vertices that reach MPI */

static int is_mpi(const vertex *v) {
  const char *name = v->name;
  uint32_t length = v->length;
  if (length > 0 && (*name == 'P' || *name == 'p')) name++, length--;
  if (length < 5 || strncasecmp(name, "mpi_", 4) != 0) return 0;
  while (name[length - 1] == '_') length--;
  if (length > 4 && strncasecmp(name + length - 4, "_f08", 4) == 0) length -= 4;
  for (int i = 0; tc_call_names[i]; i++) {
    if (strlen(tc_call_names[i]) == length && strncasecmp(tc_call_names[i], name, length) == 0) return 1;
  }
  return 0;
}

static vertex *function_of(const vertex *call) {
  vertex *found = NULL;
  for (unit *u = units; u; u = u->next) {
    for (uint32_t i = 0; i < u->count; i++) {
      vertex *v = &u->vertices[i];
      if (v->kind != FUNCTION || v->length != call->length || memcmp(v->name, call->name, v->length) != 0) continue;
      if (v->unit == call->unit) return v;
      if (!v->local) found = v;
    }
  }
  return found;
}

static int reach(vertex *v) {
  int more = 0;
  for (; v && !v->reaches; v = v->around) v->reaches = more = 1;
  return more;
}

static void prune(void) {
  uint32_t calls = 0, all = 0;
  for (unit *u = units; u; u = u->next) all += u->count;
  struct {
    vertex *call, *callee;
  } *known = calloc(all + 1, sizeof *known);
  if (!known) return; /* without memory, all marks stay */
  for (unit *u = units; u; u = u->next) {
    for (uint32_t i = 0; i < u->count; i++) {
      vertex *v = &u->vertices[i];
      if (v->kind != CALL) continue;
      if (is_mpi(v) || is(v->name, v->length, "*")) reach(v);
      else known[calls].call = v, known[calls++].callee = function_of(v);
    }
  }
  for (int more = 1; more;) {
    more = 0;
    for (uint32_t i = 0; i < calls; i++) {
      if (known[i].callee && known[i].callee->reaches) more |= reach(known[i].call);
    }
  }
  free(known);
  for (unit *u = units; u; u = u->next) {
    for (uint32_t i = 0; i < u->count; i++) {
      if (!u->vertices[i].reaches) u->slots[SLOTS + i] = NULL;
    }
  }
}

void tc_structure_begin(void) {
  if (units) prune();
  lost |= !units;
}

/* Finding the positions of events in the structure */

static tc_branch *place_under(tc_branch *parent, const vertex *v) {
  for (tc_branch *b = parent ? parent->places : root; b; b = b->next) {
    if (b->order == v->number) return b;
  }
  tc_branch *b = calloc(1, sizeof *b);
  if (!b) return NULL;
  b->order = v->number;
  b->parent = parent;
  b->next = parent ? parent->places : root;
  *(parent ? &parent->places : &root) = b;
  return b;
}

tc_place tc_structure_place(void) {
  tc_place place = {.branch = NULL};
  if (!followed || lost || !fresh || height < 2) {
    lost = 1;
    return place;
  }
  tc_branch *b = NULL;
  for (int h = 0; h < height - 1; h++) {
    if (h >= same || !at_level[h]) at_level[h] = place_under(b, stack[h]);
    if (!(b = at_level[h])) {
      lost = 1;
      return place;
    }
  }
  place = (tc_place){b, stack[height - 1]->number, (uint32_t)same, again};
  same = height;
  again = fresh = 0;
  return place;
}

void tc_place_add(tc_place *place, const tc_place *earlier) {
  if (earlier->same > place->same) return;
  place->again = earlier->again && (earlier->same < place->same || place->again);
  place->same = earlier->same;
}

/* Makes the event at this place a part of the previous event. */
void tc_structure_back(const tc_place *place) {
  tc_place now = {.same = (uint32_t)same, .again = again};
  tc_place_add(&now, place);
  same = (int)now.same;
  again = now.again;
}
