package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.trace.MpiCall;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The calls whose arguments are in a trace, with one letter for the role of each argument. The
 * letters are those of {@link MpiCall#arguments()}, except for these letters: R is any root, c any
 * communicator, Q any request and A any array of requests.
 */
final class AllprofCalls {
  private static final Map<String, String> ROLES = new HashMap<>();

  static {
    put("Send Bsend Ssend Rsend Recv Isend Ibsend Issend Irsend Irecv Sendrecv Wait Waitall");
    put("Barrier Bcast Reduce Allreduce Scan Exscan Gather Scatter Allgather Alltoall");
    ROLES.put("MPI_Comm_size", "c");
    ROLES.put("MPI_Comm_rank", "c");
  }

  private static final Map<String, String> FIRST_ROLES = Map.copyOf(ROLES);

  static { // only liballprof 2 writes the arguments of these calls
    put("Sendrecv_replace Send_init Bsend_init Ssend_init Rsend_init Recv_init Start Startall");
    put("Request_free Waitany Waitsome Test Testany Testall Testsome Probe Iprobe");
    put("Allgatherv Alltoallv Gatherv Scatterv Comm_dup Comm_free");
    put("Ibarrier Ibcast Ireduce Iallreduce Igather Iscatter Iallgather Ialltoall");
    ROLES.put("MPI_Reduce_scatter", "__Vtoc");
    ROLES.put("MPI_Reduce_scatter_block", "__Ntoc");
  }

  private AllprofCalls() {}

  private static void put(String calls) {
    for (String name : calls.split(" ")) {
      MpiCall call = MpiCall.byName("MPI_" + name).orElseThrow();
      ROLES.put(
          call.mpiName(),
          call.arguments()
              .replaceAll("[xy]", "R")
              .replace('D', 'c')
              .replaceAll("[BF]", "Q")
              .replace('L', 'A'));
    }
  }

  /**
   * Returns the role of each argument in a line of liballprof 2; null for a call without recorded
   * arguments.
   */
  static @Nullable String laterRoles(String call) {
    return ROLES.get(call);
  }

  /**
   * Returns the role of each argument in a line of liballprof 1; null for a call without recorded
   * arguments.
   */
  static @Nullable String roles(String call) {
    return FIRST_ROLES.get(call);
  }

  static boolean isCommunicator(String call, int argument) {
    String roles = roles(call);
    return roles != null && argument < roles.length() && roles.charAt(argument) == 'c';
  }
}
