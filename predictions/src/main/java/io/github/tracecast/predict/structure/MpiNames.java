package io.github.tracecast.predict.structure;

import io.github.tracecast.trace.MpiCall;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The names of MPI functions in object files: {@code MPI_Send}, {@code mpi_send_}, {@code mpi_send_f08_}. */
final class MpiNames {
  private static final Map<String, String> BY_LOWER_CASE = new HashMap<>();

  static {
    for (MpiCall call : MpiCall.values()) {
      if (call.isRecorded()) {
        BY_LOWER_CASE.put(call.mpiName().toLowerCase(Locale.ROOT), call.mpiName());
      }
    }
  }

  private MpiNames() {}

  static Optional<String> recorded(String symbol) {
    String name = symbol.toLowerCase(Locale.ROOT);
    name = name.startsWith("pmpi_") ? name.substring(1) : name;
    return Optional.ofNullable(BY_LOWER_CASE.get(name.replaceFirst("(_f08)?_*$", "")));
  }
}
