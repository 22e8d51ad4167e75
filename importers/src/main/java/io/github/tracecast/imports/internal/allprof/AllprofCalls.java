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

  private AllprofCalls() {}

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
