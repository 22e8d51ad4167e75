package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.EventSink;
import io.github.tracecast.compress.WatchedCompression;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A grid of ranks. In each step, a rank exchanges a message with each neighbour, including diagonal
 * neighbours. With a reach of 1, the stencil has 3, 9 or 27 points. One call site receives from all
 * neighbours, another sends to all neighbours, and a third waits for all messages.
 *
 * @param periodic whether the grid is closed in each dimension
 * @param reach how many ranks away along a dimension a neighbour may be
 * @param shape extents, the first one fastest
 */
record StencilEvents(boolean periodic, int reach, int steps, int... shape)
    implements WatchedCompression.Run {
  /**
   * The stencils of Noeth's thesis: 5 points in one dimension (two on either side), 9 in two
   * dimensions and 27 in three.
   */
  static List<StencilEvents> published(int steps) {
    List<StencilEvents> all = new ArrayList<>();
    for (int ranks : new int[] {16, 64, 256, 1024}) {
      all.add(new StencilEvents(false, 2, steps, ranks));
    }
    for (int side : new int[] {4, 8, 16, 32}) {
      all.add(new StencilEvents(false, 1, steps, side, side));
    }
    for (int side : new int[] {3, 5, 8, 10}) {
      all.add(new StencilEvents(false, 1, steps, side, side, side));
    }
    return all;
  }

  /** The stencil of 125 ranks in Noeth's thesis, by steps. */
  static List<StencilEvents> publishedBySteps() {
    return IntStream.of(1, 10, 100, 1000)
        .mapToObj(steps -> new StencilEvents(false, 1, steps, 5, 5, 5))
        .toList();
  }

  /** Returns a grid whose extents are powers of two and as equal as possible. The first extent is the largest. */
  static StencilEvents of(int dimensions, boolean periodic, int ranks, int steps) {
    int bits = Integer.numberOfTrailingZeros(ranks);
    int[] shape = new int[dimensions];
    Arrays.setAll(shape, d -> 1 << (bits + dimensions - 1 - d) / dimensions);
    return new StencilEvents(periodic, 1, steps, shape);
  }

  String name() {
    return shape.length
        + "D"
        + (periodic ? " periodic" : "")
        + (reach > 1 ? ", " + reach + " each way" : "");
  }

  String grid() {
    return Arrays.stream(shape).mapToObj(Integer::toString).collect(Collectors.joining("x"));
  }

  @Override
  public int ranks() {
    return Arrays.stream(shape).reduce(1, Math::multiplyExact);
  }

  /** Events of all ranks. */
  long events() {
    long ways = 1;
    for (int extent : shape) {
      ways *= (2L * reach + 1) * extent - (periodic ? 0 : (long) reach * (reach + 1));
    }
    long neighbours = ways - ranks();
    return 2L * ranks() + steps * (2 * neighbours + ranks());
  }

  /** Returns the neighbours of a rank in the order of their directions. */
  private int[] neighbours(int rank) {
    int directions = (int) Math.pow(2 * reach + 1, shape.length);
    int[] found = new int[directions];
    int count = 0;
    for (int code = 0; code < directions; code++) {
      int neighbour = code == directions / 2 ? -1 : neighbour(rank, code);
      if (neighbour >= 0) {
        found[count++] = neighbour;
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** @param code the steps along the dimensions plus the reach, as digits to base 3, or 1 + 2 x reach */
  private int neighbour(int rank, int code) {
    int neighbour = 0;
    int stride = 1;
    int place = rank;
    int digits = code;
    for (int extent : shape) {
      int at = place % extent + digits % (2 * reach + 1) - reach;
      if (!periodic && (at < 0 || at >= extent)) {
        return -1;
      }
      neighbour += Math.floorMod(at, extent) * stride;
      stride *= extent;
      place /= extent;
      digits /= 2 * reach + 1;
    }
    return neighbour;
  }

  @Override
  public void run(int rank, EventSink sink) {
    int init = sink.site("init");
    int receive = sink.site("receive");
    int send = sink.site("send");
    int wait = sink.site("wait");
    int finish = sink.site("finalize");
    int datatype = sink.datatype("MPI_DOUBLE", 8);
    int[] neighbours = neighbours(rank);
    long requests = 0;
    sink.begin(MpiCall.INIT, init).end();
    for (int step = 0; step < steps; step++) {
      for (int i = 0; i < neighbours.length; i++) {
        sink.begin(MpiCall.IRECV, receive)
            .compute(Unit.MICROSECONDS, i == 0 ? 100 + step % 7 : 0.5);
        message(sink, Parameter.SOURCE, neighbours[i], datatype);
      }
      for (int neighbour : neighbours) {
        sink.begin(MpiCall.ISEND, send).compute(Unit.MICROSECONDS, 1);
        message(sink, Parameter.DESTINATION, neighbour, datatype);
      }
      sink.begin(MpiCall.WAITALL, wait).list(Parameter.REQUESTS);
      for (int i = 0; i < 2 * neighbours.length; i++) {
        sink.add(++requests);
      }
      sink.end();
    }
    sink.begin(MpiCall.FINALIZE, finish).end();
  }

  private static void message(EventSink sink, Parameter end, int neighbour, int datatype) {
    sink.number(end, neighbour)
        .number(Parameter.COMMUNICATOR, 0)
        .number(Parameter.TAG, 0)
        .number(Parameter.COUNT, 1000)
        .number(Parameter.DATATYPE, datatype)
        .end();
  }
}
