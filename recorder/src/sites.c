/* Call paths as return addresses relative to their modules. A path is unwound once. Later, the same return addresses at the same places of
   the stack identify it. A call therefore costs a few comparisons, with or without frame pointers. In a path through a Python interpreter,
   the frames of the Python program replace the frames of the interpreter and of its MPI binding. */
#define _GNU_SOURCE
#include "map.h"
#include "python.h"
#include "recorder.h"
#include <link.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#define TC_SITE_MARK "call site: "

enum { DEPTH = 32, BUCKETS = 1024, MOST = 2048 };

typedef struct known_path {
  struct known_path *next;
  uint32_t site;
  tc_python_path *python; /* the frames in Python; NULL for a path outside of Python */
  int depth;
  struct {
    uintptr_t address;
    intptr_t offset; /* position of the address on the stack, relative to the caller's frame */
  } frames[];
} known_path;

typedef struct {
  int depth;
  uintptr_t addresses[DEPTH];
  void *places[DEPTH];
} walk;

static known_path *paths[BUCKETS];
static int path_count;

/* Modules */

typedef struct {
  uintptr_t low, high, base;
  uint32_t id;
  int foreign; /* 1: the recorder itself, or MPI; 2: the C library; 3: a Python interpreter; 4: its MPI binding */
} segment;
static segment *segments;
static int segment_count;
static uint32_t module_count;
static unsigned long long loads = ~0ull;

static int starts(const char *path, const char *name) {
  const char *slash = strrchr(path, '/');
  return strncmp(slash ? slash + 1 : path, name, strlen(name)) == 0;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  uint32_t id = UINT32_MAX;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    if (info->dlpi_phdr[i].p_type != PT_LOAD || !(info->dlpi_phdr[i].p_flags & PF_X)) continue;
    uintptr_t low = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
    int seen = 0;
    for (int s = 0; s < segment_count; s++) seen |= segments[s].low == low;
    if (seen) continue;
    segment *larger = realloc(segments, (size_t)(segment_count + 1) * sizeof *larger);
    if (!larger) return 1;
    segments = larger;
    const char *name = info->dlpi_name && info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe";
    if (id == UINT32_MAX) {
      char path[4096];
      const char *full = realpath(name, path) ? path : name;
      id = module_count++;
      tc_log_number(R_module);
      tc_log_text(full);
      tc_log_commit();
    }
    uintptr_t high = low + info->dlpi_phdr[i].p_memsz, interpreter = tc_python_interpreter();
    int foreign = starts(name, "libtracecast") || starts(name, "libmpi")    ? 1
                  : starts(name, "libc.so") || starts(name, "libc-")        ? 2
                  : low <= interpreter && interpreter < high                ? 3
                  : interpreter && strstr(name, "/mpi4py/")                 ? 4
                                                                            : 0;
    segments[segment_count++] = (segment){low, high, info->dlpi_addr, id, foreign};
  }
  return 0;
}

static int count_loads(struct dl_phdr_info *info, size_t size, void *into) {
  (void)size;
  *(unsigned long long *)into = info->dlpi_adds;
  return 1;
}

static const segment *module_of(uintptr_t address) {
  for (int again = 0; again < 2; again++) {
    for (int s = 0; s < segment_count; s++) {
      if (address >= segments[s].low && address < segments[s].high) return &segments[s];
    }
    unsigned long long now = 0;
    dl_iterate_phdr(count_loads, &now);
    if (now == loads) break;
    loads = now;
    dl_iterate_phdr(add_module, NULL);
  }
  return NULL;
}

/* Sites: paths with only the program's frames */

typedef struct {
  int depth;
  uint32_t modules[DEPTH];
  uint64_t offsets[DEPTH];
} path;

typedef struct {
  uint64_t hash;
  path *path;
} known_site;
static known_site *sites;
static uint32_t site_count, site_room;

static uint32_t site_of(const path *p) {
  uint64_t hash = 0;
  for (int i = 0; i < p->depth; i++) hash = (hash ^ p->offsets[i] ^ (uint64_t)p->modules[i] << 48) * 0x9E3779B97F4A7C15u;
  for (uint32_t s = 0; s < site_count; s++) {
    const path *q = sites[s].path;
    if (sites[s].hash == hash && q->depth == p->depth
        && memcmp(q->modules, p->modules, (size_t)p->depth * sizeof *p->modules) == 0
        && memcmp(q->offsets, p->offsets, (size_t)p->depth * sizeof *p->offsets) == 0) {
      return s;
    }
  }
  if (site_count == site_room) {
    uint32_t more = site_room ? 2 * site_room : 64;
    known_site *larger = realloc(sites, more * sizeof *larger);
    if (!larger) {
      tc_stop("no memory for a call path");
      return 0;
    }
    sites = larger;
    site_room = more;
  }
  path *kept = malloc(sizeof *kept);
  if (!kept) {
    tc_stop("no memory for a call path");
    return 0;
  }
  *kept = *p;
  sites[site_count] = (known_site){hash, kept};
  tc_log_number(R_site);
  tc_log_number((uint64_t)p->depth);
  for (int i = 0; i < p->depth; i++) {
    tc_log_number(p->modules[i]);
    tc_log_number(p->offsets[i]);
  }
  tc_log_commit();
  return site_count++;
}

/* Puts the frames of the Python program in place of the binding's frames. */
static uint32_t site_of_python(path *p, const tc_python_path *python) {
  for (int i = 0; i < python->depth && p->depth < DEPTH; i++) {
    tc_python_frame *f = python->frames[i];
    if (!f->module) {
      char marked[1100];
      snprintf(marked, sizeof marked, TC_SITE_MARK "%s", f->name);
      tc_log_number(R_module);
      tc_log_text(marked);
      tc_log_commit();
      f->module = ++module_count;
    }
    int repeated = 0;
    for (int k = 0; k < p->depth; k++) repeated |= p->modules[k] == f->module && p->offsets[k] == (uint64_t)f->at;
    if (repeated) continue;
    p->modules[p->depth] = f->module;
    p->offsets[p->depth++] = (uint64_t)f->at;
  }
  return site_of(p);
}

static uint32_t site_of_walk(const walk *w, const tc_python_path *python) {
  path p = {0};
  int kinds[DEPTH];
  for (int i = 0; i < w->depth; i++) {
    const segment *s = module_of(w->addresses[i]);
    if (s && s->foreign == 1 && p.depth == 0) continue; /* the Fortran bindings, between the program and the recorder */
    if (python->depth && s && s->foreign == 3) return site_of_python(&p, python);
    if (python->depth && s && s->foreign == 4 && p.depth == 0) continue;
    uint64_t offset = s ? w->addresses[i] - s->base : w->addresses[i];
    uint32_t module = s ? s->id + 1 : 0;
    int repeated = 0; /* recursion of any depth gives one path */
    for (int k = 0; k < p.depth; k++) repeated |= p.modules[k] == module && p.offsets[k] == offset;
    if (repeated) continue;
    kinds[p.depth] = s ? s->foreign : 0;
    p.modules[p.depth] = module;
    p.offsets[p.depth++] = offset;
  }
  for (int i = p.depth - 1; i >= 1 && i >= p.depth - 3; i--) { /* frames that called main: _start and the C library */
    if (kinds[i] == 2) {
      while (i > 1 && kinds[i - 1] == 2) i--;
      p.depth = i;
      break;
    }
  }
  return site_of(&p);
}

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *into) {
  walk *w = into;
  uintptr_t address = _Unwind_GetIP(context);
  if (address == 0 || w->depth == DEPTH) return _URC_END_OF_STACK;
  w->addresses[w->depth] = address;
  w->places[w->depth++] = (void *)(_Unwind_GetCFA(context) - sizeof(void *));
  return _URC_NO_REASON;
}

static _Unwind_Reason_Code find_start(struct _Unwind_Context *context, void *into) {
  walk *w = into;
  if (w->depth == 0 && (void *)_Unwind_GetIP(context) != w->places[DEPTH - 1]) return _URC_NO_REASON;
  return step(context, into);
}

/* A program that repeats another program's calls names the original call site before each call. With NULL it declares that the following
   calls are its own, so they are not recorded. A name is written as a module's name after TC_SITE_MARK. The strings must stay valid. */
static __thread const char *told __attribute__((tls_model("initial-exec")));

TC_EXPORT void tracecast_call_site(const char *name) {
  told = name;
  tc_depth = name == NULL;
}

static uint32_t site_told(const char *name) {
  static tc_map known;
  int site = tc_map_get(&known, (uintptr_t)name);
  if (site >= 0) return (uint32_t)site;
  path p = {.depth = 1, .modules = {++module_count}};
  tc_log_number(R_module);
  char marked[4096];
  snprintf(marked, sizeof marked, TC_SITE_MARK "%s", name);
  tc_log_text(marked);
  tc_log_commit();
  site = (int)site_of(&p);
  tc_map_put(&known, (uintptr_t)name, site);
  return (uint32_t)site;
}

static __thread const char *stack_top __attribute__((tls_model("initial-exec")));

static void find_stack(void) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  stack_top = low ? (char *)low + size : (char *)&attributes; /* if the stack is unknown, nothing above this frame is read */
}

static int same(const tc_python_path *known, const tc_python_path *python) {
  return (known ? known->depth : 0) == python->depth
         && (!known || memcmp(known->frames, python->frames, (size_t)python->depth * sizeof *python->frames) == 0);
}

uint32_t tc_site(void *ret, void *cfa) {
  if (told) return site_told(told);
  if (!stack_top) find_stack();
  const tc_python_path *python = tc_python_seen();
  uintptr_t innermost = python->depth ? (uintptr_t)python->frames[0] : 0;
  uint32_t bucket = (uint32_t)((((uintptr_t)ret ^ innermost) * 0x9E3779B97F4A7C15u) >> 40) & (BUCKETS - 1);
  for (known_path *k = paths[bucket]; k; k = k->next) {
    if (k->frames[0].address != (uintptr_t)ret || !same(k->python, python)) continue;
    int i = 1;
    for (; i < k->depth; i++) {
      const char *place = (char *)cfa + k->frames[i].offset;
      if (place + sizeof(void *) > stack_top || *(const uintptr_t *)place != k->frames[i].address) break;
    }
    if (i == k->depth) return k->site;
  }
  tc_python_note();
  walk w = {0};
  w.places[DEPTH - 1] = ret;
  _Unwind_Backtrace(find_start, &w);
  if (w.depth == 0) { /* this code has no unwind tables */
    w.depth = 1;
    w.addresses[0] = (uintptr_t)ret;
  }
  uint32_t site = site_of_walk(&w, python);
  int regular = w.depth > 0 && path_count < MOST;
  for (int i = 1; i < w.depth && regular; i++) {
    const char *place = w.places[i];
    regular = place > (char *)cfa - 1 && place + sizeof(void *) <= stack_top && *(const uintptr_t *)place == w.addresses[i];
  }
  tc_python_path *kept = python->depth ? malloc(sizeof *kept) : NULL;
  known_path *k = regular && !kept == !python->depth ? malloc(sizeof *k + (size_t)w.depth * sizeof k->frames[0]) : NULL;
  if (k && kept) *kept = *python;
  if (!k) free(kept);
  if (k) {
    k->python = kept;
    k->site = site;
    k->depth = w.depth;
    for (int i = 0; i < w.depth; i++) {
      k->frames[i].address = w.addresses[i];
      k->frames[i].offset = i ? (char *)w.places[i] - (char *)cfa : 0;
    }
    k->next = paths[bucket];
    paths[bucket] = k;
    path_count++;
  }
  return site;
}
