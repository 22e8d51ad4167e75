/* The MPI functions that this library uses besides the wrapped calls. The functions are looked up on first use. The library is also loaded
   into launchers and shells, which have no MPI. A program such as an interpreter loads its MPI long after this library. */
#define TC_LATE(name) ({ \
    static void *at; \
    if (!at) at = tc_next(#name); \
    (__typeof__(&name))at; \
  })
/* Open MPI's constants are addresses. If the program has its own copy of a constant, all libraries use that copy. */
#define TC_LATE_DATA(name) (*({ \
    static void *at; \
    if (!at) at = tc_next_data(#name); \
    (__typeof__(&name))at; \
  }))
void *tc_next(const char *name);
void *tc_next_data(const char *name);
void *tc_next_if_any(const char *name); /* the next definition of a function; NULL if there is none */
int tc_is_standard(const char *library); /* whether a library of this path has the handles of the standard MPI ABI */
int tc_standard_abi(void); /* whether the program's MPI has these handles */

#include "late-names.h" /* generated from mpi.h: all functions of this MPI */
