/* python.c: the frames of a Python program */
#ifndef TRACECAST_PYTHON_H
#define TRACECAST_PYTHON_H

#include <stdint.h>

enum { TC_PYTHON_DEPTH = 24 };

/* A place in a function. There is one for each, and it stays. */
typedef struct tc_python_frame {
  struct tc_python_frame *next;
  void *code;
  int at;          /* of the instruction in the code, or its line */
  uint32_t module; /* its number in the log, from 1 on; 0 until it is there */
  char name[];     /* function, file and line; empty for frames of the import machinery */
} tc_python_frame;

typedef struct {
  int depth;
  tc_python_frame *frames[TC_PYTHON_DEPTH]; /* innermost first */
} tc_python_path;

void tc_python_look(void); /* at the frames of this thread, before the recorder's lock is taken */
const tc_python_path *tc_python_seen(void);
void tc_python_note(void); /* if the frames cannot be read, once */
uintptr_t tc_python_interpreter(void); /* an address in the interpreter; 0 without one whose frames can be read */
#endif
