package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Unit;
import java.lang.ref.Reference;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import picocli.CommandLine.Command;

/** {@code irregular}: time and memory of a task with random operations, of which few fold into loops. */
@Command(
    name = "irregular",
    mixinStandardHelpOptions = true,
    description =
        "Measures the time and memory that one thread needs to fold random operations of a task.")
final class IrregularCommand implements Runnable {
  private static final int[] KINDS = {2, 16, 256};
  private static final int[] EVENTS = {100_000, 1_000_000, 10_000_000};
  private static final int RANKS = 64;

  @Override
  public void run() {
    ResultTable table = new ResultTable(
        System.out,
        "kinds of operations",
        "deltas",
        "events",
        "CPU s",
        "wall s",
        "events/CPU s",
        "held, MB");
    for (Deltas deltas : List.of(Deltas.NONE, Deltas.HISTOGRAM)) {
      for (int kinds : KINDS) {
        for (int events : EVENTS) {
          measure(kinds, deltas, events, table);
        }
      }
    }
  }

  private static void measure(int kinds, Deltas deltas, int events, ResultTable table) {
    long before = held();
    Compressor compressor = new Compressor(RANKS, CompressOptions.DEFAULT.withDeltas(deltas));
    EventSink sink = compressor.task(0);
    long begin = System.nanoTime();
    long beginOfThread = CpuTime.nanosOfThread();
    give(sink, kinds, events);
    double cpu = (CpuTime.nanosOfThread() - beginOfThread) * 1e-9;
    double wall = (System.nanoTime() - begin) * 1e-9;
    double megabytes = (held() - before) / 1e6;
    table.row(
        kinds,
        deltas.name().toLowerCase(Locale.ROOT),
        events,
        ResultTable.decimals(2, cpu),
        ResultTable.decimals(2, wall),
        Math.round(events / cpu),
        ResultTable.decimals(1, megabytes));
    Reference.reachabilityFence(compressor);
  }

  private static void give(EventSink sink, int kinds, int events) {
    SplittableRandom random = new SplittableRandom(kinds);
    int datatype = sink.datatype("MPI_DOUBLE", 8);
    int[] sites = new int[kinds];
    for (int i = 0; i < kinds; i++) {
      sites[i] = sink.site("site" + i);
    }
    for (int i = 0; i < events; i++) {
      int kind = random.nextInt(kinds);
      sink.begin(kind % 2 == 0 ? MpiCall.SEND : MpiCall.RECV, sites[kind])
          .compute(Unit.MICROSECONDS, random.nextDouble(100))
          .number(Parameter.COMMUNICATOR, 0)
          .number(kind % 2 == 0 ? Parameter.DESTINATION : Parameter.SOURCE, random.nextInt(RANKS))
          .number(Parameter.TAG, 0)
          .number(Parameter.COUNT, 1 + random.nextInt(1000))
          .number(Parameter.DATATYPE, datatype)
          .end();
    }
  }

  /** Returns the bytes of live objects after a full garbage collection. */
  private static long held() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
