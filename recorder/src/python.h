/* python.c: the frames of a Python program */
#ifndef TRACECAST_PYTHON_H
#define TRACECAST_PYTHON_H

#include <stdint.h>

enum { TC_PYTHON_DEPTH = 24 };

/* A place in a function. Each place exists once and is never freed. */
typedef struct tc_python_frame {
  struct tc_python_frame *next;
  void *code;
  int at;          /* offset of the instruction in the code, or its line */
  uint32_t module; /* the module's number in the log, from 1 on; 0 until it is written there */
  char name[];     /* function, file and line; empty for frames of the import machinery */
} tc_python_frame;

typedef struct {
  int depth;
  tc_python_frame *frames[TC_PYTHON_DEPTH]; /* innermost first */
} tc_python_path;

void tc_python_look(void); /* reads the frames of this thread, before the recorder's lock is taken */
const tc_python_path *tc_python_seen(void);
void tc_python_note(void); /* notes once that the frames cannot be read */
uintptr_t tc_python_interpreter(void); /* an address in the interpreter; 0 if there is none whose frames can be read */
#endif
