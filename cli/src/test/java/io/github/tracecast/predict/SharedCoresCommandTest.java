package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rank 0 computes 99 ms while rank 1 waits for its message. Nodes have one core, whose slices take 4 ms. */
class SharedCoresCommandTest {
  @TempDir
  private Path folder;

  private Path trace;

  @BeforeEach
  void write() throws IOException {
    trace = Files.writeString(folder.resolve("run.tit"), """
        0 init
        1 init
        0 compute 99000000
        0 send 1 0 0 6
        1 recv 0 0 0 6
        0 finalize
        1 finalize
        """);
  }

  /** Predicts on nodes of one core. */
  private Cli.Result predict(String engine, String... figures) {
    return predict(engine, List.of("node.speed=1Gf", "node.cores=1"), figures);
  }

  private Cli.Result predict(String engine, List<String> first, String... figures) {
    List<String> words = new ArrayList<>(
        List.of("predict", trace.toString(), "--platform", "cluster", "--engine", engine));
    Stream.concat(first.stream(), Arrays.stream(figures))
        .forEach(figure ->
            words.addAll(figure.startsWith("--") ? List.of(figure) : List.of("--set", figure)));
    return Cli.run(words.toArray(String[]::new));
  }

  /**
   * The sums of docs/design/replay.md. If ranks yield beside a load, rank 1 waits one more slice for
   * the core. On the second node, slices begin at 2, 6, 10 ms and so on. Beside two competing
   * processes, rank 1 has the first slice of each 12 ms, but the last one from 82 to 166 ms and from 250 to
   * 322 ms. So it has a slice at 294 ms, and sees the message of 291 ms then.
   */
  @ParameterizedTest
  @CsvSource({
    "2, 0, polls, 195.0 ms, 2 ranks a core",
    "2, 0, yields, 99.01 ms, 2 ranks a core",
    "2, 1, yields, 196.0 ms, 2 ranks and 1 competing process a core",
    "2, 1, polls, 291.0 ms, 2 ranks and 1 competing process a core",
    "1, 2, polls, 294.0 ms, 1 rank and 2 competing processes a core"
  })
  void theAnswerIsThatOfTheSumAndStatesTheLoad(
      String ranks, String load, String waiting, String time, String stated) {
    String out = predict(
            "flows", "node.ranks_per_node=" + ranks, "node.load=" + load, "mpi.waiting=" + waiting)
        .expectOut();
    assertThat(out).startsWith("Predicted: " + time);
    assertThat(out.replaceAll("\\s+", " "))
        .contains(stated + ", in slices of 4.000 ms; a waiting rank " + waiting);
  }

  @ParameterizedTest
  @CsvSource({
    "node.load, 0 0, no core in use has a load",
    "node.binding, core, each rank has a core of its own",
    "node.time_slice, 1ms, each rank has a core of its own",
    "mpi.waiting, sleeps, each rank has a core of its own",
    "mpi.wake_up, 1ms, no rank yields or sleeps"
  })
  void withoutLoadNoValueOfCoresHasAnEffect(String key, String value, String reason) {
    String[] words = {"predict", trace.toString(), "--platform", "cluster", "--engine", "flows"};
    String out = Cli.run(words).expectOut();
    String[] more = Arrays.copyOf(words, words.length + 2);
    more[words.length] = "--set";
    more[words.length + 1] = key + "=" + value;
    Cli.Result result = Cli.run(more);
    assertThat(result.expectOut().lines().findFirst()).isEqualTo(out.lines().findFirst());
    assertThat(result.err()).contains(key + " was set but has no effect: " + reason);
  }

  /** Predicts on nodes of two cores, to which ranks are bound. */
  private Cli.Result bound(String engine, String... figures) {
    return predict(engine, List.of("node.cores=2", "node.binding=core"), figures);
  }

  @Test
  void aLoadOfOneCoreIsNotStatedForEachCore() {
    String out = bound("flows", "node.ranks_per_node=2", "node.load=2 0").expectOut();
    assertThat(out.replaceAll("\\s+", " "))
        .contains("2 ranks and 2 competing processes on 2 cores, to which ranks are bound");
  }

  /** The second core of the first node has no rank. */
  @Test
  void aLoadOfACoreWithoutRanksHasNoEffect() {
    Cli.Result result = bound("loggp", "node.ranks_per_node=1", "node.load=0 1 0");
    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .contains("node.load was set but has no effect: no core in use has a load");
  }

  /** Rank 0 computes on the second core, beside a competing process. */
  @ParameterizedTest
  @CsvSource({"0 1, 195.0 ms", "1 0, 99.00 ms"})
  void aRankIsBoundToTheCoreThatTheMappingNames(String load, String time) throws IOException {
    Path mapping = Files.writeString(folder.resolve("mapping"), "0 1\n0 0\n");
    String out = bound(
            "flows",
            "node.ranks_per_node=2",
            "node.load=" + load,
            "node.speed=1Gf",
            "--mapping=file:" + mapping)
        .expectOut();
    assertThat(out).startsWith("Predicted: " + time);
  }

  @Test
  void moreCoresThanCanBeCountedAreRefused() {
    Cli.Result result = bound("flows", "node.cores=4096", "network.nodes=1048576", "node.load=1");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "node.binding: found core on 1048576 nodes of 4096 cores; expected at most 67108864 cores in total");
  }

  @Test
  void anEngineWithoutSharedCoresRefusesThem() {
    Cli.Result result = predict("loggp", "node.ranks_per_node=1", "node.load=1");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains(
            "found ranks that share cores (node.load, mpi.waiting); expected --engine flows or --engine simgrid, because"
                + " engine loggp does not model shared cores");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "node.ranks_per_node=2 | found 2; expected at most 1, as in node.cores, or the key mpi.waiting, which lets ranks share cores",
        "node.load=some | found some; expected a whole number from 0 to 1000",
        "node.load= | found nothing; expected a whole number from 0 to 1000",
        "node.time_slice=0s | found 0s; expected at least 1us",
        "mpi.waiting=naps | found naps; expected one of polls, yields, sleeps"
      })
  void valuesThatCannotBeAreRefused(String figure, String error) {
    List<String> figures = new ArrayList<>(List.of(figure));
    if (!figure.startsWith("node.ranks")) {
      figures.add("node.ranks_per_node=1");
    }
    Cli.Result result = predict("flows", figures.toArray(String[]::new));
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(error);
  }
}
