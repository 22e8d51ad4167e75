/* Finds the place of a call in a Python program by CPython's functions, which exist in a process that runs the interpreter. These functions
   need the interpreter's lock, which MPI bindings release around a call. The interpreter's lock is taken before the recorder's, because
   another thread may hold the interpreter's lock while it waits for the recorder's. */
#define _GNU_SOURCE
#include "python.h"
#include "recorder.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024, MOST_FRAMES = 65536 };

static struct {
  int (*Py_IsInitialized)(void);
  void *(*PyGILState_GetThisThreadState)(void);
  int (*PyGILState_Check)(void);
  int (*PyGILState_Ensure)(void);
  void (*PyGILState_Release)(int state);
  void *(*PyThreadState_GetFrame)(void *thread);
  void *(*PyFrame_GetBack)(void *frame);
  void *(*PyFrame_GetCode)(void *frame);
  int (*PyFrame_GetLineNumber)(void *frame);
  int (*PyFrame_GetLasti)(void *frame); /* exists since Python 3.11 */
  void *(*PyObject_GetAttrString)(void *object, const char *name);
  const char *(*PyUnicode_AsUTF8)(void *text);
  void (*PyErr_Fetch)(void **type, void **value, void **trace);
  void (*PyErr_Restore)(void *type, void *value, void *trace);
  void (*Py_DecRef)(void *object);
} python;

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int found; /* 1 if the frames can be read; -1 for an interpreter without functions for its frames */

static void find(void) {
#ifndef TC_LINKED
#define FIND(name) (*(void **)&python.name = tc_dlsym(RTLD_DEFAULT, #name)) != NULL
  if (!(FIND(Py_IsInitialized))) return;
  found = FIND(PyGILState_GetThisThreadState);
  found &= FIND(PyGILState_Check);
  found &= FIND(PyGILState_Ensure);
  found &= FIND(PyGILState_Release);
  found &= FIND(PyThreadState_GetFrame);
  found &= FIND(PyFrame_GetBack);
  found &= FIND(PyFrame_GetCode);
  found &= FIND(PyFrame_GetLineNumber);
  found &= FIND(PyObject_GetAttrString);
  found &= FIND(PyUnicode_AsUTF8);
  found &= FIND(PyErr_Fetch);
  found &= FIND(PyErr_Restore);
  found &= FIND(Py_DecRef);
  (void)(FIND(PyFrame_GetLasti));
  if (!found) found = -1;
#endif
}

/* The known places in Python functions. The table changes only while the interpreter's lock is held. */

static tc_python_frame *places[BUCKETS];
static int place_count;

static void *text(void *code, const char *attribute, const char **chars) {
  void *value = python.PyObject_GetAttrString(code, attribute);
  *chars = value ? python.PyUnicode_AsUTF8(value) : NULL;
  return value;
}

static tc_python_frame *named(void *frame, void *code, int at) {
  const char *function, *file;
  void *type, *value, *trace, *qualified, *plain = NULL, *path;
  python.PyErr_Fetch(&type, &value, &trace);
  qualified = text(code, "co_qualname", &function);
  if (!function) plain = text(code, "co_name", &function);
  path = text(code, "co_filename", &file);
  char name[1024] = "";
  if (function && file && strncmp(file, "<frozen ", 8) != 0) {
    const char *slash = strrchr(file, '/');
    snprintf(name, sizeof name, "%s (%s:%d)", function, slash ? slash + 1 : file, python.PyFrame_GetLineNumber(frame));
  }
  if (qualified) python.Py_DecRef(qualified);
  if (plain) python.Py_DecRef(plain);
  if (path) python.Py_DecRef(path);
  python.PyErr_Restore(type, value, trace); /* drops errors of the look-ups of attributes */
  tc_python_frame *f = malloc(sizeof *f + strlen(name) + 1);
  if (!f) return NULL;
  *f = (tc_python_frame){.code = code, .at = at};
  strcpy(f->name, name);
  return f;
}

/* Returns a frame's place, and takes over the reference to the frame's code. A known place keeps a reference to its code, so that no
   other code gets this address. */
static tc_python_frame *place_of(void *frame, void *code) {
  int at = python.PyFrame_GetLasti ? python.PyFrame_GetLasti(frame) : python.PyFrame_GetLineNumber(frame);
  uint32_t bucket = (uint32_t)((((uintptr_t)code ^ (uint32_t)at) * 0x9E3779B97F4A7C15u) >> 40) & (BUCKETS - 1);
  for (tc_python_frame *f = places[bucket]; f; f = f->next) {
    if (f->code == code && f->at == at) {
      python.Py_DecRef(code);
      return f;
    }
  }
  tc_python_frame *f = place_count < MOST_FRAMES ? named(frame, code, at) : NULL;
  if (!f) {
    python.Py_DecRef(code);
    return NULL;
  }
  f->next = places[bucket];
  places[bucket] = f;
  place_count++;
  return f;
}

static __thread tc_python_path seen __attribute__((tls_model("initial-exec")));

const tc_python_path *tc_python_seen(void) {
  return &seen;
}

uintptr_t tc_python_interpreter(void) {
  return found > 0 ? (uintptr_t)python.Py_IsInitialized : 0;
}

void tc_python_note(void) {
  if (found >= 0) return;
  found = 0;
  tc_log_note("the Python interpreter does not report its frames (CPython 3.9 and later do), so call sites have no file and line of Python");
}

void tc_python_look(void) {
  pthread_once(&once, find);
  if (found <= 0) return;
  seen.depth = 0;
  void *thread = python.Py_IsInitialized() ? python.PyGILState_GetThisThreadState() : NULL;
  if (!thread) return; /* not a thread of Python, or the interpreter has ended */
  int held = python.PyGILState_Check(), state = held ? 0 : python.PyGILState_Ensure();
  void *frame = python.PyThreadState_GetFrame(thread);
  while (frame && seen.depth < TC_PYTHON_DEPTH) {
    tc_python_frame *place = place_of(frame, python.PyFrame_GetCode(frame));
    if (!place) {
      seen.depth = 0;
      break;
    }
    if (place->name[0]) seen.frames[seen.depth++] = place;
    void *back = python.PyFrame_GetBack(frame);
    python.Py_DecRef(frame);
    frame = back;
  }
  if (frame) python.Py_DecRef(frame);
  if (!held) python.PyGILState_Release(state);
}
