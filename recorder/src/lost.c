/* Counts, by reason, the number and time of calls that failed, and of calls that the trace has as MPI_Other or not at all. */
#include "fold.h"
#include <stdio.h>
#include <string.h>

enum { REASONS = 64 }; /* the last entry counts all further reasons together */
static struct {
  char why[200];
  uint64_t calls, ns;
} lost[REASONS];
static int reasons;

void tc_lost(const char *why, uint64_t ns) {
  int i = 0;
  while (i < reasons && strcmp(lost[i].why, why) != 0) i++;
  if (i == REASONS) i--;
  if (i == reasons) {
    memset(&lost[i], 0, sizeof lost[i]);
    strncpy(lost[i].why, i < REASONS - 1 ? why : "for other reasons; MPI_Other in the trace", sizeof lost[i].why - 1);
    reasons++;
  }
  lost[i].calls++;
  lost[i].ns += ns;
}

#define ERROR(name) {name, #name}
static const struct {
  int class;
  const char *name;
} errors[] = {
    ERROR(MPI_ERR_BUFFER), ERROR(MPI_ERR_COUNT), ERROR(MPI_ERR_TYPE), ERROR(MPI_ERR_TAG), ERROR(MPI_ERR_COMM), ERROR(MPI_ERR_RANK),
    ERROR(MPI_ERR_REQUEST), ERROR(MPI_ERR_ROOT), ERROR(MPI_ERR_GROUP), ERROR(MPI_ERR_OP), ERROR(MPI_ERR_TOPOLOGY), ERROR(MPI_ERR_DIMS),
    ERROR(MPI_ERR_ARG), ERROR(MPI_ERR_UNKNOWN), ERROR(MPI_ERR_TRUNCATE), ERROR(MPI_ERR_OTHER), ERROR(MPI_ERR_INTERN),
    ERROR(MPI_ERR_PENDING), ERROR(MPI_ERR_IN_STATUS), ERROR(MPI_ERR_ACCESS), ERROR(MPI_ERR_AMODE), ERROR(MPI_ERR_ASSERT),
    ERROR(MPI_ERR_BAD_FILE), ERROR(MPI_ERR_BASE), ERROR(MPI_ERR_CONVERSION), ERROR(MPI_ERR_DISP), ERROR(MPI_ERR_DUP_DATAREP),
    ERROR(MPI_ERR_FILE_EXISTS), ERROR(MPI_ERR_FILE_IN_USE), ERROR(MPI_ERR_FILE), ERROR(MPI_ERR_INFO), ERROR(MPI_ERR_INFO_KEY),
    ERROR(MPI_ERR_INFO_NOKEY), ERROR(MPI_ERR_INFO_VALUE), ERROR(MPI_ERR_IO), ERROR(MPI_ERR_KEYVAL), ERROR(MPI_ERR_LOCKTYPE),
    ERROR(MPI_ERR_NAME), ERROR(MPI_ERR_NO_MEM), ERROR(MPI_ERR_NOT_SAME), ERROR(MPI_ERR_NO_SPACE), ERROR(MPI_ERR_NO_SUCH_FILE),
    ERROR(MPI_ERR_PORT), ERROR(MPI_ERR_QUOTA), ERROR(MPI_ERR_READ_ONLY), ERROR(MPI_ERR_RMA_ATTACH), ERROR(MPI_ERR_RMA_CONFLICT),
    ERROR(MPI_ERR_RMA_FLAVOR), ERROR(MPI_ERR_RMA_RANGE), ERROR(MPI_ERR_RMA_SHARED), ERROR(MPI_ERR_RMA_SYNC), ERROR(MPI_ERR_SERVICE),
    ERROR(MPI_ERR_SIZE), ERROR(MPI_ERR_SPAWN), ERROR(MPI_ERR_UNSUPPORTED_DATAREP), ERROR(MPI_ERR_UNSUPPORTED_OPERATION),
    ERROR(MPI_ERR_WIN),
#ifdef MPI_ERR_SESSION
    ERROR(MPI_ERR_SESSION),
#endif
#ifdef MPI_ERR_PROC_ABORTED
    ERROR(MPI_ERR_PROC_ABORTED),
#endif
#ifdef MPI_ERR_VALUE_TOO_LARGE
    ERROR(MPI_ERR_VALUE_TOO_LARGE),
#endif
#ifdef MPIX_ERR_PROC_FAILED
    ERROR(MPIX_ERR_PROC_FAILED),
#endif
#ifdef MPIX_ERR_PROC_FAILED_PENDING
    ERROR(MPIX_ERR_PROC_FAILED_PENDING),
#endif
#ifdef MPIX_ERR_REVOKED
    ERROR(MPIX_ERR_REVOKED),
#endif
};

/* Counts a failed call by the class of its error, because the texts of MPI_Error_string differ between MPIs and have details of a single
   call. */
void tc_lost_failed(const char *call, int error, int took, uint64_t ns) {
  char why[sizeof lost[0].why], number[40];
  snprintf(number, sizeof number, "error class %d", error);
  const char *name = number;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
    if (errors[i].class == error) name = errors[i].name;
  }
  snprintf(why, sizeof why, "of %s that failed with %s; %s", call, name,
           took ? TC_LIKE_SUCCESS : "MPI_Other in the trace");
  tc_lost(why, ns);
}

void tc_lost_inside(const tc_event *e, const tc_event *around, uint64_t ns) {
  char why[sizeof lost[0].why];
  snprintf(why, sizeof why, "of %s in callbacks of %s; " TC_LEFT_OUT, tc_event_name(e), tc_event_name(around));
  tc_lost(why, ns);
}

void tc_lost_write(void) {
  for (int i = 0; i < reasons; i++) {
    tc_log_number(R_lost);
    tc_log_text(lost[i].why);
    tc_log_number(lost[i].calls);
    tc_log_number(lost[i].ns);
    tc_log_commit();
  }
  reasons = 0;
}

static void pack(tc_packer *p) {
  for (int i = 0; i < reasons; i++) {
    size_t length = strlen(lost[i].why);
    tc_pack_number(p, length);
    tc_pack_bytes(p, lost[i].why, length);
    tc_pack_number(p, lost[i].calls);
    tc_pack_number(p, lost[i].ns);
  }
}

void tc_lost_after(void) {
  if (reasons && tc_log_late(pack) != 0) fprintf(stderr, "tracecast: rank %d: calls inside MPI_Finalize are not counted: the file cannot be written\n", tc_rank);
}
