package io.github.tracecast.predict;

import io.github.tracecast.decompress.Recorded;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.model.CallSiteTimes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.model.RecordedComputation;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.simulate.result.ReplayResult;
import io.github.tracecast.simulate.result.Skip;
import io.github.tracecast.simulate.result.Traffic;
import io.github.tracecast.trace.MpiCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;

/** A made-up prediction with as much of everything as a report may meet. */
final class BigPrediction {
  private static final int PAIRS = 1 << 18;
  private static final int SITES = 4000;

  private BigPrediction() {}

  static Prediction of(int ranks) {
    Random random = new Random(ranks);
    Machine machine = Machine.fit(
        PlatformCatalogue.load("bluegene-l", Map.of()), ranks, MappingSpec.parse("default"));
    int[] sources = random.ints(PAIRS, 0, ranks).toArray();
    int[] destinations = random.ints(PAIRS, 0, ranks).toArray();
    long[] messages = random.longs(PAIRS, 1, 1 << 20).toArray();
    long[] bytes = random.longs(PAIRS, 1, 1L << 50).toArray();
    Traffic traffic = new Traffic(ranks);
    for (int pair = 0; pair < PAIRS; pair++) {
      traffic.add(sources[pair], destinations[pair], messages[pair], bytes[pair]);
    }
    ReplayResult replay = new ReplayResult(
        "loggp",
        IntStream.range(0, ranks)
            .mapToObj(rank -> {
              double compute = random.nextDouble(90, 100);
              double calls = random.nextDouble(10, 20);
              return new ReplayResult.RankTimes(
                  rank, compute + calls, compute, calls, calls * random.nextDouble());
            })
            .toList(),
        List.of(),
        1_000_000_000_000L,
        1_000_000,
        IntStream.range(0, 2000)
            .mapToObj(loop -> new Skip(loop, 0, 1, 1, 1000, random.nextDouble(), 0, 0))
            .toList(),
        1L << 40,
        1L << 50,
        1L << 40,
        1L << 50,
        traffic,
        IntStream.range(0, 6 * ranks)
            .mapToObj(link -> new ReplayResult.LinkLoad(
                machine.routes().linkName(link),
                machine.routes().linkLevel(link),
                1 + link,
                1L << 30,
                random.nextDouble()))
            .toList(),
        List.of());
    return new Prediction(
        "big.ctrace",
        ranks,
        1000,
        SITES,
        replay,
        IntStream.range(0, SITES)
            .mapToObj(site -> new CallSiteTimes(
                site,
                "48ac39_48aebd_48af91_48b04a_48ac39_48aebd_48af91_".repeat(2) + site,
                MpiCall.SEND,
                1_000_000,
                1e6 / (site + 1),
                5e5 / (site + 1),
                random.nextDouble(),
                random.nextDouble(),
                1.0 / SITES,
                1.0 / SITES,
                1.0 / SITES,
                OptionalDouble.empty()))
            .toList(),
        new Recorded(OptionalDouble.of(100), OptionalDouble.empty(), OptionalDouble.empty()),
        new RecordedComputation(
            true,
            false,
            false,
            Optional.empty(),
            1,
            List.of(),
            OptionalInt.empty(),
            false,
            Optional.empty()),
        Optional.empty(),
        machine,
        new Prediction.Setup(PredictionRequest.on("made-up", "loggp"), "0.1.0"),
        IntStream.range(0, 200)
            .mapToObj(i -> "warning number " + i + " of many")
            .toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Prediction.Cost(1, 1L << 30),
        List.of());
  }
}
