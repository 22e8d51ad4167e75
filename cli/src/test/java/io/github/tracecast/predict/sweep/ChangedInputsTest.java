package io.github.tracecast.predict.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.Cli;
import io.github.tracecast.predict.Tracecast;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that change while a job reads them. */
class ChangedInputsTest {
  private static final String CHANGED =
      "found a trace, machine or mapping file that changed while ";

  @TempDir
  private Path folder;

  private Path trace(String pattern) {
    return Path.of(Cli.generate(folder.resolve("app.ctrace"), pattern));
  }

  private Path machine(String latency) throws IOException {
    return Files.writeString(
        folder.resolve("m.yaml"), "extends: cluster\nnetwork.link_latency: " + latency + "\n");
  }

  private SweepPlan plan(Path machine, String engine) {
    PredictionRequest base = PredictionRequest.on(machine.toString(), engine);
    return new SweepPlan(base, List.of(Axis.parse("mpi.gap=1us,2us")), false, false);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void aPointOfAnotherTraceOrMachineIsRefused(String engine) throws IOException {
    Path machine = machine("1us");
    SweepPlan plan = plan(machine, engine);
    List<PreparedTrace> first = List.of(Tracecast.read(trace("ring --ranks 4")));
    String inputs = SweepIdentity.of(first, plan).digest();
    List<PreparedTrace> second = List.of(Tracecast.read(trace("ring --ranks 4 --bytes 2048")));

    assertThat(Sweep.of(plan, first).alone(0, inputs)).isInstanceOf(Outcome.Predicted.class);
    assertThatThrownBy(() -> Sweep.of(plan, second).alone(0, inputs))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(CHANGED);
    machine("2us");
    assertThatThrownBy(() -> Sweep.of(plan, first).alone(0, inputs))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(CHANGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loggp", "flows"})
  void aJournalKeepsNoPointOfAMachineThatChanged(String engine) throws IOException {
    Path machine = machine("1us");
    SweepPlan plan = plan(machine, engine);
    Sweep sweep = Sweep.of(plan, List.of(Tracecast.read(trace("ring --ranks 4"))));
    Path journal = folder.resolve("journal");
    machine("2us");

    assertThatThrownBy(
            () -> sweep.run(journal, Shard.ALL, new Worker("none", List.of()), done -> {}))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(CHANGED);

    assertThat(Files.readAllLines(journal)).hasSize(1); // the head
  }

  @Test
  void aTableThatAMachineNamesBelongsToItsDigest() throws IOException {
    Path machine = Files.writeString(
        folder.resolve("g.yaml"),
        "extends: cluster\nnode.cores: 1\nnode.ranks_per_node: 1\nnetwork: {topology: graph, edges: cables.csv}\n");
    Path cables = folder.resolve("cables.csv");
    String text =
        "from,to,bandwidth,latency\n0,s,1GBps,1us\n1,s,1GBps,1us\n2,s,1GBps,1us\n3,s,1GBps,1us\n";
    Files.writeString(cables, text);
    assertThat(PlatformCatalogue.files(machine.toString(), Map.of()))
        .containsExactly(machine, cables);
    List<PreparedTrace> traces = List.of(Tracecast.read(trace("ring --ranks 4")));
    String before = SweepIdentity.of(traces, plan(machine, "loggp")).digest();

    Files.writeString(cables, text.replace("0,s,1GBps", "0,s,2GBps"));

    assertThat(SweepIdentity.of(traces, plan(machine, "loggp")).digest()).isNotEqualTo(before);
  }

  @Test
  void aPredictionForAMapOfOtherInputsIsRefused() throws IOException {
    Cli.Result result = Cli.run(
        "predict",
        trace("ring --ranks 4").toString(),
        "--platform",
        machine("1us").toString(),
        "--engine",
        "loggp",
        "--inputs",
        "00");

    assertThat(result.err()).startsWith("error: " + CHANGED + "the command ran").hasLineCount(1);
    assertThat(result.exitCode()).isEqualTo(2);
  }
}
