package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.imports.Importers;
import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.engine.TimingEngine;
import io.github.tracecast.simulate.lanes.Lane;
import io.github.tracecast.simulate.replay.Replay;
import io.github.tracecast.simulate.result.ReplayResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Skipping steady loops of generated and of real programs. */
class FastForwardPredictionTest {
  @TempDir
  private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "lu/A.4/I.scalatrace",
        "lu/A.8/I.scalatrace",
        "lu/A.16/I.scalatrace",
        "lu/B.4/I.scalatrace",
        "lu-instr/A.8.I.scalatrace",
        "cg-instr/A.4.I.scalatrace",
        "cg-instr/A.8.I.scalatrace",
        "cg-instr/A.16.I.scalatrace"
      })
  void aRealProgramEndsToThePicosecondAsIfAllWereReplayed(String name) throws IOException {
    Programs programs = Programs.of(Importers.read(SharedTracesTest.shared("scalatrace/" + name)));
    ReplayResult skipping = replay(programs, FastForward.auto());
    ReplayResult whole = replay(programs, FastForward.off());
    assertThat(skipping.ranks()).isEqualTo(whole.ranks());
    assertThat(skipping.events()).isEqualTo(whole.events());
    assertThat(skipping.links()).isEqualTo(whole.links());
    assertThat(skipping.calls()).isEqualTo(whole.calls());
    assertThat(skipping.messages()).isEqualTo(whole.messages());
    assertThat(skipping.bytes()).isEqualTo(whole.bytes());
    assertThat(skipping.warnings()).isEqualTo(whole.warnings());
    assertThat(skipping.deviationSeconds()).isZero();
    assertThat(whole.eventsReplayed()).isEqualTo(whole.calls());
    assertThat(skipping.eventsReplayed()).isLessThan(whole.calls());
  }

  /** No two iterations are alike, so none repeats: what is skipped has an interval, which holds. */
  @Test
  void iterationsWhoseRoutesAreDrawnAreSampled() throws IOException {
    Path machine = folder.resolve("d.yaml");
    String trace = Cli.generate(
        folder.resolve("t.ctrace"),
        "stencil:periodic --ranks 27 --steps 2000 --neighbours faces --bytes 100000");
    Cli.run("platforms", "new", machine.toString(), "--topology", "dragonfly:nodes=30:cores=1")
        .expectOut();
    JsonNode sampled = prediction(trace, machine, "auto");
    double whole = prediction(trace, machine, "off").get("predicted_seconds").doubleValue();
    double half = sampled.get("interval_half_width_seconds").doubleValue();

    assertThat(half).isBetween(1e-5 * whole, 0.011 * whole);
    assertThat(sampled.get("predicted_seconds").doubleValue()).isCloseTo(whole, within(1.5 * half));
  }

  private static JsonNode prediction(String trace, Path machine, String fastForward) {
    return JsonMapper.shared()
        .readTree(Cli.run(
                "predict",
                trace,
                "--platform",
                machine.toString(),
                "--engine",
                "flows",
                "--fast-forward",
                fastForward,
                "--json",
                "-")
            .expectOut());
  }

  /** In the order of time: contention needs it, whether there are wildcards or not. */
  private static ReplayResult replay(Programs programs, FastForward fastForward) {
    Machine machine = Machine.fit(
        PlatformCatalogue.load("graphene", Map.of()),
        programs.ranks(),
        MappingSpec.parse("blocked"));
    try (TimingEngine engine = Engines.open(Engines.FLOWS, machine)) {
      ReplayOptions options = ReplayOptions.defaults().with(fastForward);
      return new Replay(programs, new Lane(machine, options), engine, calls -> {}).run();
    }
  }

  @Test
  void simGridIsAskedForAFewStepsOfThousands() {
    SimGridChild.assumeInstalled();
    String trace = Cli.generate(
        folder.resolve("s.ctrace"),
        "stencil --shape 2d --ranks 12 --steps 2000 --compute 1e-4 --bytes 9000");

    Replayed skipping = Replayed.bySimGrid(trace, "--platform graphene");
    Replayed whole = Replayed.bySimGrid(trace, "--platform graphene --fast-forward off");

    assertThat(skipping.seconds()).isCloseTo(whole.seconds(), within(1e-4 * whole.seconds()));
    assertThat(skipping.sites().keySet()).isEqualTo(whole.sites().keySet());
    for (String same : new String[] {"mpi_calls", "messages", "bytes", "links_used"}) {
      assertThat(skipping.json().get(same)).as(same).isEqualTo(whole.json().get(same));
    }
    assertThat(whole.json().get("skipped").size()).isZero();
    assertThat(whole.json().get("events_replayed")).isEqualTo(whole.json().get("mpi_calls"));
    assertThat(skipping.json().get("events_replayed").longValue())
        .isLessThan(skipping.json().get("mpi_calls").longValue() / 20);
    JsonNode skip = skipping.json().get("skipped").get(0);
    assertThat(skip.get("depth").intValue()).isOne();
    assertThat(skip.get("iterations").longValue()).isGreaterThan(1_900);
    assertThat(skip.get("seconds").doubleValue()).isLessThan(whole.seconds());
    assertThat(skip.get("deviation_seconds").doubleValue()).isLessThan(1e-3 * whole.seconds());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--fast-forward on | --fast-forward: found on; expected auto, off or a precision such as 1% or 1%:confidence=95%",
        "--fast-forward 0 | --fast-forward: found 0; expected a number above 0 and below 1, such as 0.95 or 95%",
        "--fast-forward 1%:confidence=95 | --fast-forward confidence: found 95; expected a number above 0 and below 1, such as 0.95 or 95%"
      })
  void whatCannotBeMeantIsRefused(String options, String message) {
    String trace = Cli.generate(folder.resolve("p.ctrace"), "pingpong --bytes 10");

    Cli.Result result =
        Cli.run(("predict " + trace + " --platform loggp-default " + options).split(" "));

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(message);
  }
}
