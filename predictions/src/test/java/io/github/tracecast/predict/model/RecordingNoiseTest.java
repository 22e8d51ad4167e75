package io.github.tracecast.predict.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.Provenance.Counter;
import io.github.tracecast.trace.RankList;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RecordingNoiseTest {
  private static Header header(Counter counter, Provenance.Node... nodes) {
    return new Header(8, 1, "", List.of())
        .withProvenance(new Provenance(Instant.EPOCH, "", "", counter, "", List.of(nodes)));
  }

  private static Provenance.Node node(String host, int usable, double waited, RankList ranks) {
    return new Provenance.Node(
        host, "CPU", 2, 2, usable, OptionalDouble.of(1.5), OptionalDouble.of(waited), ranks);
  }

  @Test
  void moreRanksThanProcessorsByTheClockAreWarnedOf() {
    assertThat(RecordingNoise.of(header(Counter.TIME, node("n1", 2, 0.4, RankList.range(0, 4)))))
        .allMatch(WarningOrder::isDecisive)
        .containsExactly(
            "the recorded computation includes time in which ranks waited for a processor: 4 ranks shared 2"
                + " processors on n1; record with `counter cpu-time`, or on at least as many idle processors as ranks");
  }

  @Test
  void ranksThatWaitedOnABusyNodeAreWarnedOf() {
    assertThat(RecordingNoise.of(header(
            Counter.TIME,
            node("n1", 4, 0.2, RankList.range(0, 4)),
            node("n2", 4, 0.3, RankList.range(4, 4)))))
        .singleElement()
        .asString()
        .contains(
            "20% of the run on n1, where the load was 1.5 before the run, and similarly on 1 more node");
  }

  /** Processor time has no waits, but ranks that share a processor also share its caches. */
  @Test
  void ranksThatSharedAProcessorAreNamedForProcessorTimeToo() {
    Header shared = header(Counter.CPU_TIME, node("n1", 2, 0.97, RankList.range(0, 4)));

    assertThat(RecordingNoise.sharing(shared))
        .hasValueSatisfying(line -> assertThat(line)
            .startsWith("Ranks waited for a processor during 97% of the run on n1"));
    assertThat(RecordingNoise.sharing(shared.withTimesOf("0 1", "cpu-time"))).isEmpty();
    assertThat(RecordingNoise.sharing(
            header(Counter.CPU_TIME, node("n1", 4, 0.01, RankList.range(0, 4)))))
        .isEmpty();
    assertThat(
            RecordingNoise.sharing(header(Counter.TIME, node("n1", 2, 0.97, RankList.range(0, 4)))))
        .as("of which a warning tells")
        .isEmpty();
  }

  @Test
  void processorTimeAndQuietNodesAreNotWarnedOf() {
    assertThat(RecordingNoise.of(header(Counter.TIME, node("n1", 4, 0.01, RankList.range(0, 4)))))
        .isEmpty();
    assertThat(
            RecordingNoise.of(header(Counter.CPU_TIME, node("n1", 1, 0.9, RankList.range(0, 4)))))
        .isEmpty();
    assertThat(RecordingNoise.of(new Header(4, 1, "", List.of()))).isEmpty();
  }
}
