package io.github.tracecast.tools.pattern;

import io.github.tracecast.platform.collective.Operation;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.text.Names;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The patterns that can be generated. */
public enum Pattern {
  /** One message from rank 0 to a partner. */
  MESSAGE,
  /** A message from rank 0 to a partner, and the answer. */
  PINGPONG,
  /** Messages from rank 0 to all other ranks, back to back. */
  FAN,
  /** A message from every rank to the next rank, and from the last rank to the first rank. */
  RING,
  /** A pipeline of messages from rank 0 through all ranks to the last rank. */
  CHAIN,
  /**
   * Every rank of a grid receives from its lower neighbours, and then sends to its upper
   * neighbours.
   */
  WAVEFRONT,
  /** Every rank of a grid exchanges messages with its neighbours. */
  STENCIL,
  BARRIER(MpiCall.BARRIER, Operation.BARRIER),
  BCAST(MpiCall.BCAST, Operation.BCAST),
  REDUCE(MpiCall.REDUCE, Operation.REDUCE),
  ALLREDUCE(MpiCall.ALLREDUCE, Operation.ALLREDUCE),
  GATHER(MpiCall.GATHER, Operation.GATHER),
  SCATTER(MpiCall.SCATTER, Operation.SCATTER),
  ALLGATHER(MpiCall.ALLGATHER, Operation.ALLGATHER),
  ALLTOALL(MpiCall.ALLTOALL, Operation.ALLTOALL),
  REDUCE_SCATTER(MpiCall.REDUCE_SCATTER_BLOCK, Operation.REDUCE_SCATTER_BLOCK);

  private final @Nullable MpiCall call;
  private final @Nullable Operation operation;

  Pattern() {
    this.call = null;
    this.operation = null;
  }

  Pattern(MpiCall call, Operation operation) {
    this.call = call;
    this.operation = operation;
  }

  /** The name on the command line. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the pattern with this name, in upper or lower case. */
  public static Optional<Pattern> byKey(String key) {
    return Arrays.stream(values())
        .filter(p -> p.key().equals(key.toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** Returns all names, for messages and help. */
  public static String keys() {
    return Arrays.stream(values()).map(Pattern::key).collect(Collectors.joining(", "));
  }

  /** Whether the pattern is one collective operation. */
  public boolean isCollective() {
    return call != null;
  }

  /** Whether the pattern has messages between rank 0 and exactly one partner. */
  public boolean hasPartner() {
    return this == MESSAGE || this == PINGPONG;
  }

  /** Whether the ranks form a grid of a shape that the user may choose. */
  public boolean hasGrid() {
    return this == WAVEFRONT || this == STENCIL;
  }

  /** Returns the names of the patterns of one kind, for messages: {@code a, b or c}. */
  public static String keys(Predicate<Pattern> kind) {
    return Names.anyOf(Arrays.stream(values()).filter(kind).map(Pattern::key).toList());
  }

  /** The call of a collective pattern. */
  MpiCall call() {
    return Objects.requireNonNull(call);
  }

  /** The operation of a collective pattern. */
  Operation operation() {
    return Objects.requireNonNull(operation);
  }
}
