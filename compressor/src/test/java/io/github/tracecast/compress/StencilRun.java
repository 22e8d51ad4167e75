package io.github.tracecast.compress;

import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;

/**
 * A grid of ranks. In each step, each rank exchanges a message with each neighbour. One call site
 * receives from all neighbours, one sends to all, and one waits for all. Every tenth step ends in a
 * reduction.
 */
final class StencilRun {
  private final int[] shape;
  private final boolean periodic;
  private final boolean diagonals;
  private final int steps;

  StencilRun(boolean periodic, boolean diagonals, int steps, int... shape) {
    this.shape = shape;
    this.periodic = periodic;
    this.diagonals = diagonals;
    this.steps = steps;
  }

  int steps() {
    return steps;
  }

  int ranks() {
    int ranks = 1;
    for (int extent : shape) {
      ranks *= extent;
    }
    return ranks;
  }

  long events(int rank) {
    return 2 + steps * (2L * neighbours(rank).length + 1) + steps / 10;
  }

  /** Neighbours in the order of their directions. */
  private int[] neighbours(int rank) {
    int directions = (int) Math.pow(3, shape.length);
    int[] found = new int[directions];
    int count = 0;
    for (int code = 0; code < directions; code++) {
      int axes = 0;
      int neighbour = 0;
      int stride = 1;
      boolean there = true;
      for (int d = 0, left = code, place = rank;
          d < shape.length;
          d++, left /= 3, place /= shape[d - 1]) {
        int step = left % 3 - 1;
        int at = place % shape[d] + step;
        axes += step != 0 ? 1 : 0;
        there &= periodic || at >= 0 && at < shape[d];
        neighbour += Math.floorMod(at, shape[d]) * stride;
        stride *= shape[d];
      }
      if (there && (axes == 1 || diagonals && axes > 1)) {
        found[count++] = neighbour;
      }
    }
    return java.util.Arrays.copyOf(found, count);
  }

  void run(int rank, EventSink sink) {
    int init = sink.site("init");
    int receive = sink.site("receive");
    int send = sink.site("send");
    int wait = sink.site("wait");
    int reduce = sink.site("reduce");
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
      if (step % 10 == 9) {
        sink.begin(MpiCall.ALLREDUCE, reduce)
            .number(Parameter.COMMUNICATOR, 0)
            .number(Parameter.COUNT, 1)
            .number(Parameter.DATATYPE, datatype)
            .end();
      }
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
