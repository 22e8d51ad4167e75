package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.Place;
import io.github.tracecast.imports.internal.scalatrace.ValuesByGroup.Group;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.times.Bin;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * One block of the file, before its numbers are interpreted.
 *
 * @param opcode number of the call in the recorder's alphabetical list, from 1000 on
 * @param signature return addresses joined by {@code _}
 */
record RawEvent(
    Place place,
    int opcode,
    String signature,
    RankList ranks,
    List<RawStat> stats,
    List<RawLoop> loops,
    SortedMap<Integer, ValuesByGroup> parameters)
    implements Placed {

  /**
   * A COMP or COMM line: times before or in the call.
   *
   * @param inside true for COMM, which has times in the call; false for COMP, which has times
   *     before the call
   * @param tag {@link ParameterTags#TIME} or {@link ParameterTags#INSTRUCTIONS}
   * @param predecessor signature of the rank's previous event, empty if there was none
   */
  record RawStat(Place place, boolean inside, int tag, String predecessor, RawHistogram values)
      implements Placed {}

  /** The bins with values of a COMP or COMM line, and the ranks of the extremes. */
  record RawHistogram(double minRank, double maxRank, List<Bin> bins) {}

  /**
   * A LOOP line: the numbers of iterations, and how many events of the rank, from this event on,
   * belong to the loop.
   */
  record RawLoop(Place place, int depth, ValuesByGroup iterations, ValuesByGroup members)
      implements Placed {}

  MpiCall call() {
    return Opcodes.call(opcode);
  }

  /** Returns the values of a parameter for a rank; null if the file lacks them. */
  @Nullable Group values(int tag, int rank) {
    ValuesByGroup values = parameters.get(tag);
    return values == null ? null : values.at(rank);
  }

  /** Returns an argument of a rank's call at one execution. */
  long argument(int tag, int rank, int execution, String what) {
    Group group = values(tag, rank);
    if (group == null) {
      throw fault(
          callName() + " without a " + what + " for rank " + rank,
          "one for each rank of the event");
    }
    return group.numbers()[execution % group.numbers().length];
  }

  /** Returns the name of the call for messages, or its number if it has no name. */
  String callName() {
    return Opcodes.name(opcode).orElse("call " + opcode);
  }
}
