package io.github.tracecast.imports.internal.allprof;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The roles of the calls' arguments, one letter each. The letters are: n count, N receive count, t
 * datatype, T receive datatype, d destination, s source, g tag, G receive tag, c communicator, R
 * root, o reduction, q new request, Q request, k number of requests, A array of requests, _
 * ignored.
 */
final class AllprofCalls {
  private static final Map<String, String> ROLES = Map.ofEntries(
      Map.entry("MPI_Send", "_ntdgc"),
      Map.entry("MPI_Bsend", "_ntdgc"),
      Map.entry("MPI_Ssend", "_ntdgc"),
      Map.entry("MPI_Rsend", "_ntdgc"),
      Map.entry("MPI_Recv", "_ntsgc"),
      Map.entry("MPI_Isend", "_ntdgcq"),
      Map.entry("MPI_Ibsend", "_ntdgcq"),
      Map.entry("MPI_Issend", "_ntdgcq"),
      Map.entry("MPI_Irsend", "_ntdgcq"),
      Map.entry("MPI_Irecv", "_ntsgcq"),
      Map.entry("MPI_Sendrecv", "_ntdg_NTsGc"),
      Map.entry("MPI_Wait", "Q"),
      Map.entry("MPI_Waitall", "kA"),
      Map.entry("MPI_Barrier", "c"),
      Map.entry("MPI_Bcast", "_ntRc"),
      Map.entry("MPI_Reduce", "__ntoRc"),
      Map.entry("MPI_Allreduce", "__ntoc"),
      Map.entry("MPI_Scan", "__ntoc"),
      Map.entry("MPI_Exscan", "__ntoc"),
      Map.entry("MPI_Gather", "_nt_NTRc"),
      Map.entry("MPI_Scatter", "_nt_NTRc"),
      Map.entry("MPI_Allgather", "_nt_NTc"),
      Map.entry("MPI_Alltoall", "_nt_NTc"),
      Map.entry("MPI_Comm_size", "c"),
      Map.entry("MPI_Comm_rank", "c"));

  /**
   * Those of liballprof 2, which has the values of more calls. Further letters are: S status, C new
   * communicator, V array of counts, W array of receive counts, p new persistent request, f flag, x
   * index, X number of indices.
   */
  private static final Map<String, String> LATER_ROLES = Map.ofEntries(
      Map.entry("MPI_Recv", "_ntsgcS"),
      Map.entry("MPI_Sendrecv", "_ntdg_NTsGcS"),
      Map.entry("MPI_Sendrecv_replace", "_ntdgsGcS"),
      Map.entry("MPI_Send_init", "_ntdgcp"),
      Map.entry("MPI_Bsend_init", "_ntdgcp"),
      Map.entry("MPI_Ssend_init", "_ntdgcp"),
      Map.entry("MPI_Rsend_init", "_ntdgcp"),
      Map.entry("MPI_Recv_init", "_ntsgcp"),
      Map.entry("MPI_Start", "Q"),
      Map.entry("MPI_Startall", "kA"),
      Map.entry("MPI_Request_free", "Q"),
      Map.entry("MPI_Wait", "QS"),
      Map.entry("MPI_Waitany", "kAxS"),
      Map.entry("MPI_Waitsome", "kAX"),
      Map.entry("MPI_Test", "QfS"),
      Map.entry("MPI_Testany", "kAxfS"),
      Map.entry("MPI_Testall", "kAf"),
      Map.entry("MPI_Testsome", "kAX"),
      Map.entry("MPI_Probe", "sgcS"),
      Map.entry("MPI_Iprobe", "sgcfS"),
      Map.entry("MPI_Allgatherv", "_nt_W_Tc"),
      Map.entry("MPI_Alltoallv", "_V_t_W_Tc"),
      Map.entry("MPI_Gatherv", "_nt_W_TRc"),
      Map.entry("MPI_Scatterv", "_V_t_NTRc"),
      Map.entry("MPI_Reduce_scatter", "__Wtoc"),
      Map.entry("MPI_Reduce_scatter_block", "__Ntoc"),
      Map.entry("MPI_Ibarrier", "cq"),
      Map.entry("MPI_Ibcast", "_ntRcq"),
      Map.entry("MPI_Ireduce", "__ntoRcq"),
      Map.entry("MPI_Iallreduce", "__ntocq"),
      Map.entry("MPI_Igather", "_nt_NTRcq"),
      Map.entry("MPI_Iscatter", "_nt_NTRcq"),
      Map.entry("MPI_Iallgather", "_nt_NTcq"),
      Map.entry("MPI_Ialltoall", "_nt_NTcq"),
      Map.entry("MPI_Comm_dup", "cC"),
      Map.entry("MPI_Comm_free", "c"));

  private AllprofCalls() {}

  /** Returns the roles in a line of liballprof 2; null for a call that is kept by name only. */
  static @Nullable String laterRoles(String call) {
    return LATER_ROLES.getOrDefault(call, ROLES.get(call));
  }

  /** Returns one letter per argument that is kept; null for a call that is kept by name only. */
  static @Nullable String roles(String call) {
    return ROLES.get(call);
  }

  /** Whether an argument is a communicator. */
  static boolean isCommunicator(String call, int argument) {
    String roles = roles(call);
    return roles != null && argument < roles.length() && roles.charAt(argument) == 'c';
  }
}
