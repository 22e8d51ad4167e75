package io.github.tracecast.record.structure;

import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of MPI functions in object files: {@code MPI_Send}, {@code mpi_send_}, {@code mpi_send_f08_}. */
final class MpiNames {
  private static final Pattern NAME = Pattern.compile("p?(mpi_.*?)(?:_f08)?_*");
  private static final Map<String, String> BY_LOWER_CASE = Arrays.stream(MpiCall.values())
      .filter(MpiCall::isRecorded)
      .map(MpiCall::mpiName)
      .collect(Collectors.toMap(name -> name.toLowerCase(Locale.ROOT), name -> name));

  private MpiNames() {}

  static Optional<String> recorded(String symbol) {
    Matcher name = NAME.matcher(symbol.toLowerCase(Locale.ROOT));
    return name.matches()
        ? Optional.ofNullable(BY_LOWER_CASE.get(name.group(1)))
        : Optional.empty();
  }
}
