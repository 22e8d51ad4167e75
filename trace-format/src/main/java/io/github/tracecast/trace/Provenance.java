package io.github.tracecast.trace;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Where and how a run was recorded. A prediction uses the computation times that were recorded, so
 * it depends on the recorded machine.
 *
 * @param startedAt when the run began, in whole seconds
 * @param command the command that was run, quoted for a shell; empty if unknown
 * @param mpi name and version of the MPI library; empty if unknown
 * @param counter the counter that measured computation
 * @param recorder name and version of the recorder; empty if unknown
 * @param nodes the machines that ran the ranks; a rank is on at most one node
 */
public record Provenance(
    Instant startedAt,
    String command,
    String mpi,
    Counter counter,
    String recorder,
    List<Node> nodes) {

  /** The last second that a trace can contain, which is the end of the year 9999. */
  public static final long MAX_SECOND = 253_402_300_799L;

  /**
   * The largest number of cores or processors of a node. A file with a larger number counts as
   * damaged.
   */
  public static final int MAX_PROCESSORS = 1 << 20;

  /**
   * A rank that waits for a processor for more than this share of its run shares the processor with
   * others.
   */
  public static final double MOST_WAITED_SHARE = 0.05;

  /** The counter that measured computation between calls. */
  public enum Counter {
    /** Wall-clock time, which includes time that a rank waited for a core. */
    TIME,
    /** CPU time of the rank. */
    CPU_TIME,
    /** Instructions that the rank executed. */
    INSTRUCTIONS;

    /** Returns the name of the counter in traces, options and reports, such as {@code cpu-time}. */
    public String textName() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the counter with this name, if there is one. */
    public static Optional<Counter> byTextName(String name) {
      return Arrays.stream(values())
          .filter(counter -> counter.textName().equals(name))
          .findFirst();
    }
  }

  /**
   * A machine that ran some of the ranks.
   *
   * @param host the name of the node
   * @param cpu the model of the node's processor; empty if unknown
   * @param cores physical cores; 0 if unknown
   * @param processors hardware threads; 0 if unknown
   * @param usableProcessors hardware threads on which the ranks of the node were allowed to run; 0
   *     if unknown
   * @param load the load average over the last minute before the run
   * @param waitedShare average share of the run, 0 to 1, in which ranks were ready but waited for a
   *     processor
   * @param ranks the ranks that ran on the node
   */
  public record Node(
      String host,
      String cpu,
      int cores,
      int processors,
      int usableProcessors,
      OptionalDouble load,
      OptionalDouble waitedShare,
      RankList ranks) {
    public Node {
      Objects.requireNonNull(host);
      Objects.requireNonNull(cpu);
      for (int count : new int[] {cores, processors, usableProcessors}) {
        if (count < 0 || count > MAX_PROCESSORS) {
          throw TraceException.at("node", count + " cores or processors", "0 to " + MAX_PROCESSORS);
        }
      }
      check("load", load, Double.MAX_VALUE);
      check("share of time waited", waitedShare, 1);
      if (ranks.isEmpty()) {
        throw TraceException.at("node", "no ranks", "at least one");
      }
    }

    private static void check(String what, OptionalDouble value, double most) {
      if (value.isPresent() && !(value.getAsDouble() >= 0 && value.getAsDouble() <= most)) {
        throw TraceException.at(
            "node",
            what + " of " + value.getAsDouble(),
            most == 1 ? "0 to 1" : "a number of at least 0");
      }
    }
  }

  public Provenance {
    startedAt = startedAt.truncatedTo(ChronoUnit.SECONDS);
    Objects.requireNonNull(command);
    Objects.requireNonNull(mpi);
    Objects.requireNonNull(counter);
    Objects.requireNonNull(recorder);
    nodes = List.copyOf(nodes);
    if (startedAt.getEpochSecond() < 0 || startedAt.getEpochSecond() > MAX_SECOND) {
      throw TraceException.at(
          "provenance", "date " + startedAt, "a date from 1970 to the end of 9999");
    }
  }

  /** Returns each processor model once, in the order of the nodes; empty if no model is known. */
  public List<String> cpus() {
    return nodes.stream()
        .map(Node::cpu)
        .filter(cpu -> !cpu.isEmpty())
        .distinct()
        .toList();
  }
}
