package io.github.tracecast.repair.times;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Delta;
import io.github.tracecast.trace.Event;
import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.Unit;
import io.github.tracecast.trace.times.Distribution;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntToDoubleFunction;

/**
 * A program like NAS LU. The ranks of a grid sweep through planes from one corner to the other and
 * back. Then they exchange borders and compute. All calls of a kind have one call site. The time
 * before each call is known.
 */
final class Sweeps {
  private static final double PLANE_MICROS = 400;
  private static final double STEP_MICROS = 6_000;
  private static final double CALL_MICROS = 6;
  private static final double JITTER = 0.02;

  private final int width;
  private final int height;
  private final int steps;
  private final int planes;
  private final IntToDoubleFunction work;
  private final List<List<Double>> times = new ArrayList<>();

  /** @param work a rank's computation, as a share of the average computation */
  Sweeps(int width, int height, int steps, int planes, IntToDoubleFunction work) {
    this.width = width;
    this.height = height;
    this.steps = steps;
    this.planes = planes;
    this.work = work;
  }

  int ranks() {
    return width * height;
  }

  /** Returns the run with the times of each rank. */
  Trace truth() {
    times.clear();
    Compressor compressor = new Compressor(
        ranks(), CompressOptions.DEFAULT.withDetail(CompressOptions.DeltaDetail.ALL));
    for (int rank = 0; rank < ranks(); rank++) {
      times.add(new ArrayList<>());
      new Rank(rank, compressor.task(rank)).run();
      compressor.finish(rank);
    }
    Trace trace = compressor.trace("sweeps", List.of());
    return withDeltas(trace, "sweeps", false);
  }

  /** Returns the same run as ScalaTrace would have recorded it. */
  Trace merged() {
    return withDeltas(truth(), "ScalaTrace 2: sweeps", true);
  }

  private record Path(int event, int after) {}

  /** Returns the run with deltas of each rank, or with deltas of all ranks together. */
  private Trace withDeltas(Trace trace, String origin, boolean merged) {
    Programs programs = Programs.of(trace);
    Map<Path, Map<Integer, List<Double>>> values = new LinkedHashMap<>();
    for (int rank = 0; rank < ranks(); rank++) {
      TaskCursor cursor = programs.cursor(rank);
      int after = Delta.AFTER_NOTHING;
      for (double time : times.get(rank)) {
        cursor.next();
        values
            .computeIfAbsent(new Path(cursor.event(), after), p -> new LinkedHashMap<>())
            .computeIfAbsent(rank, r -> new ArrayList<>())
            .add(time);
        after = trace.events().get(cursor.event()).callSite();
      }
    }
    List<Event> events = new ArrayList<>();
    for (int event = 0; event < trace.events().size(); event++) {
      Event of = trace.events().get(event);
      List<Delta> deltas = new ArrayList<>(merged ? List.of() : of.deltas());
      if (merged) {
        int here = event;
        values.forEach((path, ranks) -> {
          if (path.event == here) {
            deltas.add(new Delta(
                Delta.Kind.COMPUTE,
                Unit.MICROSECONDS,
                path.after,
                of.ranks(),
                List.of(histogram(ranks).distribution(extremes(ranks)))));
          }
        });
      }
      events.add(new Event(of.call(), of.callSite(), of.ranks(), of.parameters(), deltas));
    }
    return trace.with(events, new Header(ranks(), trace.header().requestRing(), origin, List.of()));
  }

  private static Distribution.Extremes extremes(Map<Integer, List<Double>> ranks) {
    Comparator<Map.Entry<Integer, List<Double>>> bySmallest =
        Comparator.comparingDouble(rank -> Collections.min(rank.getValue()));
    Comparator<Map.Entry<Integer, List<Double>>> byLargest =
        Comparator.comparingDouble(rank -> Collections.max(rank.getValue()));
    return new Distribution.Extremes(
        Collections.min(ranks.entrySet(), bySmallest).getKey(),
        Collections.max(ranks.entrySet(), byLargest).getKey());
  }

  private static MergedHistogram histogram(Map<Integer, List<Double>> ranks) {
    MergedHistogram all = new MergedHistogram();
    ranks.values().forEach(values -> {
      MergedHistogram one = new MergedHistogram();
      values.forEach(one::add);
      all.merge(one);
    });
    return all;
  }

  /** Returns the time before each call of a rank, in the order of its program, us. */
  List<Double> times(int rank) {
    return times.get(rank);
  }

  private final class Rank {
    private final int rank;
    private final EventSink sink;
    private final int bytes;
    private final Random random;
    private double owed;
    private long requests;

    Rank(int rank, EventSink sink) {
      this.rank = rank;
      this.sink = sink;
      this.bytes = sink.datatype("byte", 1);
      this.random = new Random(rank);
    }

    void run() {
      call(MpiCall.INIT).end();
      for (int step = 0; step < steps; step++) {
        for (int plane = 0; plane < planes; plane++) {
          plane(1);
        }
        for (int plane = 0; plane < planes; plane++) {
          plane(-1);
        }
        exchange(1, 0);
        exchange(0, 1);
        compute(STEP_MICROS);
      }
      call(MpiCall.FINALIZE).end();
    }

    private void plane(int way) {
      compute(0.4 * PLANE_MICROS);
      receive(-way, 0, 100);
      receive(0, -way, 100);
      compute(0.6 * PLANE_MICROS);
      send(way, 0, 100);
      send(0, way, 100);
    }

    private void exchange(int right, int down) {
      for (int way = 1; way >= -1; way -= 2) {
        boolean comes = at(-way * right, -way * down) >= 0;
        if (comes) {
          message(MpiCall.IRECV, Parameter.SOURCE, at(-way * right, -way * down), 50_000);
          requests++;
        }
        send(way * right, way * down, 50_000);
        if (comes) {
          call(MpiCall.WAIT).number(Parameter.REQUEST, requests).end();
        }
      }
    }

    private int at(int right, int down) {
      int column = rank % width + right;
      int row = rank / width + down;
      return column < 0 || column >= width || row < 0 || row >= height ? -1 : row * width + column;
    }

    private void receive(int right, int down, long size) {
      if (at(right, down) >= 0) {
        message(MpiCall.RECV, Parameter.SOURCE, at(right, down), size);
      }
    }

    private void send(int right, int down, long size) {
      if (at(right, down) >= 0) {
        message(MpiCall.SEND, Parameter.DESTINATION, at(right, down), size);
      }
    }

    private void message(MpiCall call, Parameter end, int other, long size) {
      call(call)
          .number(end, other)
          .number(Parameter.COUNT, size)
          .number(Parameter.DATATYPE, bytes)
          .end();
    }

    private void compute(double micros) {
      owed += micros * work.applyAsDouble(rank);
    }

    private EventSink call(MpiCall call) {
      double time = CALL_MICROS + owed * (1 + JITTER * random.nextDouble());
      owed = 0;
      times.get(rank).add(time);
      return sink.begin(call, sink.site(call.mpiName())).compute(Unit.MICROSECONDS, time);
    }
  }
}
