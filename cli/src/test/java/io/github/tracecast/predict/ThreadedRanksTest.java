package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.trace.Header;
import io.github.tracecast.trace.Provenance;
import io.github.tracecast.trace.RankList;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Ranks with several threads, from the trace to all that is said of them. */
class ThreadedRanksTest {
  @TempDir
  Path folder;

  private String trace(int threads, Encoding encoding, Provenance.Counter counter)
      throws Exception {
    Path file = folder.resolve("hybrid.ctrace");
    Trace plain = TraceFiles.read(Path.of(Cli.generate(file, "stencil --ranks 64")));
    Provenance.Node node = new Provenance.Node(
        "n1",
        "CPU",
        128,
        128,
        128,
        OptionalDouble.empty(),
        OptionalDouble.empty(),
        RankList.range(0, 64));
    Header header = plain
        .header()
        .withProvenance(new Provenance(Instant.EPOCH, "", "", counter, "", List.of(node)))
        .withThreads(threads);
    TraceFiles.write(plain.with(plain.events(), header), file, encoding);
    return file.toString();
  }

  private String trace(int threads) throws Exception {
    return trace(threads, Encoding.TEXT, Provenance.Counter.CPU_TIME);
  }

  @ParameterizedTest
  @EnumSource
  void theTraceKeepsThemInBothForms(Encoding encoding) throws Exception {
    String file = trace(8, encoding, Provenance.Counter.TIME);

    assertThat(TraceFiles.read(Path.of(file)).header().threads()).isEqualTo(8);
  }

  @Test
  void aNodeTakesAsManyRanksAsItHasCoresForTheirThreads() throws Exception {
    String trace = trace(8);

    Cli.Result spread = Cli.run("predict", trace, "--platform", "cluster", "--engine", "loggp");
    assertThat(spread.expectOut()).contains("(64 ranks on 16 nodes)");
    assertThat(spread.err()).doesNotContain("threads share");

    Cli.Result set = Cli.run(
        "predict",
        trace,
        "--platform",
        "cluster",
        "--engine",
        "loggp",
        "--set",
        "node.ranks_per_node=32");
    assertThat(set.expectOut()).contains("(64 ranks on 2 nodes)");
    assertThat(set.err()).contains("256 threads share 32 cores of a node of cluster");
  }

  @Test
  void infoAndPredictionsNameThemAndOneThreadIsNotNamed() throws Exception {
    assertThat(Cli.run("info", trace(8)).expectOut())
        .contains("64 ranks with 8 threads")
        .contains("cpu-time of the thread that calls MPI");
    assertThat(Cli.run("info", trace(8), "--json", "-").expectOut())
        .contains("\"threads_per_rank\" : 8");
    String json = Cli.run(
            "predict", trace(8), "--platform", "cluster", "--engine", "loggp", "--json", "-")
        .expectOut();
    assertThat(json).contains("\"threads_per_rank\" : 8");
    assertThat(Cli.run("info", trace(1)).expectOut()).doesNotContain("thread");
    assertThat(Cli.run("info", trace(1), "--json", "-").expectOut()).doesNotContain("thread");
  }

  @Test
  void theWarningAboutSharedProcessorsCountsThreads() throws Exception {
    String warning = "64 ranks with 8 threads shared 128 processors on n1";

    assertThat(Cli.run("info", trace(8, Encoding.TEXT, Provenance.Counter.TIME)).expectOut())
        .containsIgnoringWhitespaces(warning);
    assertThat(Cli.run("info", trace(2, Encoding.TEXT, Provenance.Counter.TIME)).expectOut())
        .doesNotContain("shared");
  }

  @Test
  void anExtrapolatedTraceHasThemToo() throws Exception {
    Path more = folder.resolve("more.ctrace");

    Cli.run("extrapolate", trace(8), "--ranks", "512", "--scaling", "weak", "-o", more.toString())
        .expectOut();

    assertThat(TraceFiles.read(more).header().threads()).isEqualTo(8);
  }
}
