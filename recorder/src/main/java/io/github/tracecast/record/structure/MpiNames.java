package io.github.tracecast.record.structure;

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
    name = withoutUnderscores(name);
    if (name.endsWith("_f08")) {
      name = name.substring(0, name.length() - "_f08".length());
    }
    return Optional.ofNullable(BY_LOWER_CASE.get(name));
  }

  private static String withoutUnderscores(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) == '_') {
      end--;
    }
    return name.substring(0, end);
  }
}
