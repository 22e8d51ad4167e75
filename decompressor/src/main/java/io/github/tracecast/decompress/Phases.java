package io.github.tracecast.decompress;

import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Piece;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Values;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.numbers.core.ArithmeticUtils;

/**
 * Finds the number of iterations of each loop after which its body repeats exactly. Parameters,
 * deltas and the iterations of inner loops are all periodic over executions. After this number of
 * iterations, or a multiple of it, a rank behaves as before. The number may differ between classes
 * of ranks. Histograms count as periodic, although a replay may draw random times from them.
 * Immutable.
 */
public final class Phases {
  /** Result for a loop whose body does not repeat within a realistic number of iterations. */
  public static final long NEVER = Long.MAX_VALUE;

  private static final long MOST = 1L << 40;

  /** For each class, the number of iterations of each loop. */
  private final List<Map<Integer, Long>> periods;

  private Phases(List<Map<Integer, Long>> periods) {
    this.periods = periods;
  }

  /** Computes the numbers of iterations for all classes, in O(classes x events) time. */
  public static Phases of(Programs programs) {
    List<List<Integer>> members = new ArrayList<>();
    for (int id = 0; id < programs.classCount(); id++) {
      members.add(new ArrayList<>());
    }
    for (int rank = 0; rank < programs.ranks(); rank++) {
      members.get(programs.classOf(rank)).add(rank);
    }
    List<Map<Integer, Long>> periods = new ArrayList<>();
    for (int id = 0; id < members.size(); id++) {
      periods.add(new HashMap<>());
      new Walk(programs, programs.program(id), RankList.of(members.get(id)), periods.get(id))
          .body(0);
    }
    return new Phases(periods);
  }

  /**
   * Returns the number of iterations after which the body of a loop repeats, at least 1; {@link
   * #NEVER} if it does not.
   *
   * @param loop an index into the trace's loops
   */
  public long of(int classId, int loop) {
    return Objects.requireNonNull(periods.get(classId).get(loop));
  }

  /** Computes the numbers of iterations for one program in one pass. */
  private static final class Walk {
    private final Trace trace;
    private final Trips trips;
    private final TaskProgram program;
    private final RankList ranks;
    private final Map<Integer, Long> periods;
    private long bodyPeriod;

    Walk(Programs programs, TaskProgram program, RankList ranks, Map<Integer, Long> periods) {
      this.trace = programs.trace();
      this.trips = programs.trips();
      this.program = program;
      this.ranks = ranks;
      this.periods = periods;
    }

    /**
     * Computes the period of the body that begins at a row and stores it in {@link #bodyPeriod}.
     * Returns the row after the body's CLOSE.
     */
    int body(int from) {
      long period = 1;
      int row = from;
      while (row < program.length()) {
        int argument = program.argument(row);
        switch (program.operation(row)) {
          case TaskProgram.EMIT -> {
            period = lcm(period, ofEvent(trace.events().get(argument)));
            row++;
          }
          case TaskProgram.OPEN -> {
            int after = body(row + 1);
            periods.put(argument, bodyPeriod);
            period = lcm(period, periodOfLoop(argument, bodyPeriod));
            row = after;
          }
          default -> {
            bodyPeriod = period;
            return row + 1;
          }
        }
      }
      bodyPeriod = period;
      return row;
    }

    /**
     * Returns the number of executions of a loop after which its body is again at the same point of
     * its period.
     */
    private long periodOfLoop(int loop, long body) {
      long all = 1;
      for (Piece piece : trace.loops().get(loop).iterations().pieces()) {
        if (body == NEVER) {
          return NEVER;
        }
        if (concerns(piece.ranks())) {
          long entries = piece.sequence().period();
          long iterations = trips.iterationsBefore(loop, piece.ranks().min(), entries);
          all = lcm(all, multiple(entries, body / ArithmeticUtils.gcd(body, iterations)));
        }
      }
      return all;
    }

    private long ofEvent(Event event) {
      long period = 1;
      for (Values values : event.parameters().values()) {
        for (Piece piece : values.pieces()) {
          if (piece.sequence().period() > 1 && concerns(piece.ranks())) {
            period = lcm(period, piece.sequence().period());
          }
        }
      }
      for (Delta delta : event.deltas()) {
        if (delta.byExecution().size() > 1 && concerns(delta.ranks())) {
          period = lcm(period, delta.byExecution().size());
        }
      }
      return period;
    }

    private boolean concerns(RankList some) {
      return some.intersects(ranks);
    }

    private static long lcm(long a, long b) {
      return a == NEVER || b == NEVER ? NEVER : multiple(a, b / ArithmeticUtils.gcd(a, b));
    }

    private static long multiple(long a, long b) {
      return a > MOST / b ? NEVER : a * b;
    }
  }
}
