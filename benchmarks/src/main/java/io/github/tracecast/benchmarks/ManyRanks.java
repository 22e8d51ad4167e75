package io.github.tracecast.benchmarks;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.compress.Compressor;
import io.github.tracecast.compress.EventSink;
import io.github.tracecast.decompress.EventCounts;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.LogGpReplays;
import io.github.tracecast.trace.Communicator;
import io.github.tracecast.trace.MpiCall;
import io.github.tracecast.trace.Parameter;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Collectives of many ranks: generated as a recorder would record them, compressed, and predicted
 * on Blue Gene/L.
 */
final class ManyRanks {
  private static final int OF_WORLD = 18;
  private static final int OF_SELF = 4;

  private ManyRanks() {}

  /**
   * Prints one row with the time and memory of compression and prediction. The peak memory is the
   * maximum since the start of the process.
   */
  static void duplicates(int ranks) {
    double start = CpuTime.secondsOfProcess();
    Compressor compressor = compressor(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      EventSink task = compressor.task(rank);
      for (int made = 0; made < OF_WORLD; made++) {
        duplicate(task, Communicator.WORLD, task.communicator("w" + made, 0, made, rank, ranks));
      }
      for (int made = 0; made < OF_SELF; made++) {
        int own = task.communicator("s" + made, rank, OF_WORLD + made, 0, 1);
        duplicate(task, Communicator.SELF, own);
      }
      compressor.finish(rank);
    }
    measure(
        OF_WORLD + " duplicates of the world, " + OF_SELF + " of SELF",
        ranks,
        compressor,
        start,
        Map.of("node.mode", "virtual-node"));
  }

  private static void duplicate(EventSink task, int of, int made) {
    task.begin(MpiCall.COMM_DUP, task.site("of " + of))
        .number(Parameter.COMMUNICATOR, of)
        .number(Parameter.NEW_COMMUNICATOR, made)
        .end();
  }

  static void ring(int ranks) {
    collective("allgather of 64 B by ring", MpiCall.ALLGATHER, "ring", ranks);
  }

  static void pairwise(int ranks) {
    collective("all-to-all of 64 B in pairs", MpiCall.ALLTOALL, "pairwise", ranks);
  }

  private static void collective(String what, MpiCall call, String algorithm, int ranks) {
    double start = CpuTime.secondsOfProcess();
    Compressor compressor = compressor(ranks);
    for (int rank = 0; rank < ranks; rank++) {
      EventSink task = compressor.task(rank);
      task.begin(call, task.site("call"))
          .number(Parameter.COMMUNICATOR, Communicator.WORLD)
          .number(Parameter.COUNT, 64)
          .number(Parameter.RECEIVE_COUNT, 64)
          .end();
      compressor.finish(rank);
    }
    String rule = "collectives." + call.name().toLowerCase(Locale.ROOT);
    measure(what, ranks, compressor, start, Map.of(rule, algorithm));
  }

  private static Compressor compressor(int ranks) {
    return new Compressor(ranks, CompressOptions.DEFAULT.withDeltas(Deltas.NONE));
  }

  private static void measure(
      String what, int ranks, Compressor compressor, double start, Map<String, String> figures) {
    Trace trace = compressor.trace("", List.of());
    double compressed = CpuTime.secondsOfProcess();
    Machine machine = Machine.fit(
        PlatformCatalogue.load("bluegene-l", figures), ranks, MappingSpec.parse("default"));
    Programs programs = Programs.of(trace);
    double predicted = new LogGpReplays(programs, EventCounts.of(programs))
        .of(List.of(new Lane(machine, ReplayOptions.defaults())), calls -> {})
        .getFirst()
        .predictedSeconds();
    new ResultTable(
            System.out,
            "calls",
            "processes",
            "CPU s, compressed",
            "bytes in the trace",
            "predicted, ms",
            "CPU s, predicted",
            "peak memory, MB")
        .row(
            what,
            ranks,
            ResultTable.decimals(2, compressed - start),
            BinaryCodec.write(trace).length,
            ResultTable.decimals(2, 1e3 * predicted),
            ResultTable.decimals(2, CpuTime.secondsOfProcess() - compressed),
            peakMegabytes());
  }

  private static long peakMegabytes() {
    try {
      return Files.readAllLines(Path.of("/proc/self/status")).stream()
              .filter(line -> line.startsWith("VmHWM:"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
              .sum()
          * 1024
          / 1_000_000;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
