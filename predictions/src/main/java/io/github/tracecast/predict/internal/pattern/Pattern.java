package io.github.tracecast.predict.internal.pattern;

import io.github.tracecast.simulate.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The patterns that can be generated. */
public enum Pattern {
  /** There and back between rank 0 and a partner. */
  PINGPONG(null, null),
  BARRIER(MpiCall.BARRIER, Operation.BARRIER),
  BCAST(MpiCall.BCAST, Operation.BCAST),
  ALLREDUCE(MpiCall.ALLREDUCE, Operation.ALLREDUCE),
  ALLTOALL(MpiCall.ALLTOALL, Operation.ALLTOALL),
  /** Every rank of a grid with its neighbours. */
  STENCIL(null, null);

  private final MpiCall call;
  private final Operation operation;

  Pattern(MpiCall call, Operation operation) {
    this.call = call;
    this.operation = operation;
  }

  /** The name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The pattern of a name, in any case. */
  public static Optional<Pattern> byKey(String key) {
    return Arrays.stream(values())
        .filter(p -> p.key().equals(key.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** All names, for messages and help. */
  public static String keys() {
    return Arrays.stream(values()).map(Pattern::key).collect(Collectors.joining(", "));
  }

  /** Whether it is one collective operation. */
  public boolean isCollective() {
    return call != null;
  }

  MpiCall call() {
    return call;
  }

  Operation operation() {
    return operation;
  }
}
