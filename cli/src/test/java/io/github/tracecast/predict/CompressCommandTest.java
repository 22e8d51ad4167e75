package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressCommandTest {
  /** The machine of {@code tit/torus444.xml}, with the default factors by size of SMPI. */
  private static final String TORUS = """
      name: torus444
      source: "tit/torus444.xml, and SMPI's default factors"
      node:
        cores: 1
        ranks_per_node: 1
        speed: 1Gf
        instruction_rate: 1Gips
        memory_bandwidth: 50GBps
        memory_latency: 100ns
      network:
        topology: torus
        shape: 4x4x4
        wrap: torus
        link_bandwidth: 10GBps
        hop_latency: 500ns
      mpi:
        eager_limit: 0B
        detached_limit: 65536B
        rendezvous_handshake: no
        send_overhead: 0s
        receive_overhead: 0s
        bandwidth_factor: "0B: 0.812084; 257B: 0.338112; 732B: 0.341987; 1426B: 0.608902; 3484B: 0.77493; 5776B: 1.08739; 9376B: 0.58729; 15424B: 0.697866; 65472B: 0.940694"
        latency_factor: "0B: 2.01467; 257B: 1.95341; 732B: 1.9503; 1426B: 1.61075; 3484B: 1.88101; 5776B: 2.18796; 9376B: 2.59299; 15424B: 3.48845; 65472B: 11.6436"
      """;

  @TempDir
  private Path folder;

  private Path ring() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int rank = 0; rank < 8; rank++) {
      text.append(rank).append(" init 1\n");
    }
    for (int step = 0; step < 100; step++) {
      for (int rank = 0; rank < 8; rank++) {
        text.append(rank).append(" irecv ").append((rank + 7) % 8).append(" 1 1000\n");
        text.append(rank).append(" compute 1e6\n");
        text.append(rank).append(" send ").append((rank + 1) % 8).append(" 1 1000\n");
        text.append(rank).append(" waitall 1\n");
      }
    }
    for (int rank = 0; rank < 8; rank++) {
      text.append(rank).append(" finalize\n");
    }
    return Files.writeString(folder.resolve("ring.tit"), text);
  }

  @Test
  void aRawTraceBecomesASmallOneThatPredictsTheSame() throws IOException {
    Path trace = folder.resolve("ring.ctrace");
    Cli.run("compress", ring().toString(), "-o", trace.toString()).expectOut();
    assertThat(Files.size(trace)).isLessThan(2048);
    assertThat(Cli.run("info", trace.toString()).expectOut()).contains("8 in 1 class", "2,416");
    String[] predict = {"--platform", "loggp-default", "--engine", "loggp"};
    String compressed = Cli.run(
            "predict", trace.toString(), predict[0], predict[1], predict[2], predict[3])
        .expectOut();
    String raw = Cli.run(
            "predict", ring().toString(), predict[0], predict[1], predict[2], predict[3])
        .expectOut();
    assertThat(compressed.lines().findFirst()).isEqualTo(raw.lines().findFirst());
  }

  @Test
  void optionsSayWhatIsKeptOfTimes() throws IOException {
    Path none = folder.resolve("none");
    Path all = folder.resolve("all");
    Cli.run("compress", ring().toString(), "--text", "--deltas", "none", "-o", none.toString())
        .expectOut();
    Cli.run("compress", ring().toString(), "--text", "--deltas-detail", "all", "-o", all.toString())
        .expectOut();
    assertThat(Files.readString(none)).doesNotContain("compute");
    assertThat(Files.readString(all)).contains("compute instructions count 100 min 1000000.0");
  }

  @Test
  void bucketsAreABaseAStrideAndCounts() throws IOException {
    StringBuilder listing =
        new StringBuilder("ranks 1\ngroup 0 (0 1 1)\ncommunicator 0 group 0 MPI_COMM_WORLD\n"
            + "communicator 1 self MPI_COMM_SELF\nrank 0\n");
    int[] micros = {5, 10, 20, 20, 60};
    for (int i = 0; i < micros.length; i++) {
      listing.append(i + " MPI_Barrier compute=" + micros[i] + "us communicator=0 site=a\n");
    }
    Path calls = Files.writeString(folder.resolve("calls.txt"), listing);
    Path buckets = folder.resolve("buckets");
    Cli.run(("compress " + calls + " --text --deltas buckets:5 --deltas-detail shared -o "
                + buckets)
            .split(" "))
        .expectOut();
    assertThat(Files.readString(buckets))
        .contains("after 0 bins (10.0 20.0 1) (20.0 30.0 2) (50.0 60.0 1)\n");
  }

  @Test
  void optionsThatCannotBeAreRefusedAndNothingIsWritten() throws IOException {
    Path out = folder.resolve("out");
    String in = ring().toString();
    refuses(
        "--deltas: found some; expected none, minavgmax, meanstddev, histogram or buckets",
        in,
        "--deltas",
        "some",
        out);
    refuses(
        "--deltas-detail: found much; expected shared, groups, iterations, ranks or all",
        in,
        "--deltas-detail",
        "much",
        out);
    refuses("--window: found 0; expected at least 1", in, "--window", "0", out);
    refuses("bins of --deltas: found 1; expected at least 2", in, "--deltas", "histogram:1", out);
    String details =
        "; expected a number after histogram or buckets only, and exact after histogram only";
    refuses("--deltas: found none:4" + details, in, "--deltas", "none:4", out);
    refuses("--deltas: found buckets:4:exact" + details, in, "--deltas", "buckets:4:exact", out);
    refuses(
        "--deltas: found histogram:x; expected a number of bins or exact",
        in,
        "--deltas",
        "histogram:x",
        out);
  }

  private static void refuses(String message, String in, String option, String value, Path out) {
    Cli.Result result = Cli.run("compress", in, option, value, "-o", out.toString());
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains(message);
    assertThat(out).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "cgS.16, 27.932",
    "luS.16, 21.766",
    "mgS.64, 9.558",
    "st2d9.16, 24.100",
  })
  void withEachTimeKeptSmpiPredictsTheSame(String name, double smpiMilliseconds)
      throws IOException {
    Path raw = SharedTracesTest.shared("tit/" + name + ".tar.gz");
    Path trace = folder.resolve("trace");
    Path machine = Files.writeString(folder.resolve("torus444.yaml"), TORUS);
    Cli.run("compress", raw.toString(), "--deltas-detail", "all", "-o", trace.toString())
        .expectOut();
    assertThat(1e3 * Replayed.byLogGp(trace.toString(), "--platform " + machine).seconds())
        .isCloseTo(smpiMilliseconds, within(0.005 * smpiMilliseconds));
  }

  @Test
  void aRealTraceExpandedCompressedAndExpandedAgainIsTheSame() throws IOException {
    Path real = SharedTracesTest.shared("scalatrace/lu/A.4/I.scalatrace");
    Path listing = folder.resolve("listing");
    Path trace = folder.resolve("trace");
    String imported = folder.resolve("imported").toString();
    Cli.run("import", real.toString(), "--shared-deltas", "as-recorded", "-o", imported)
        .expectOut();
    String before = Cli.run("expand", imported, "--all").expectOut();
    Files.writeString(listing, before);
    Cli.run("compress", listing.toString(), "-o", trace.toString()).expectOut();
    String after = Cli.run("expand", trace.toString(), "--all").expectOut();
    assertThat(calls(after)).isEqualTo(calls(before)).hasSize(255_204);
    assertThat(Files.size(trace)).isLessThan(4000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"import", "compress"})
  void theNumberOfJobsChangesNoByte(String command) throws IOException {
    String given = Cli.generate(folder.resolve("given.ctrace"), "stencil --ranks 8 --steps 30");
    String raw = folder.resolve("raw.tit").toString();
    Cli.run("export", given, "--to", "tit", "-o", raw).expectOut();
    for (String jobs : List.of("1", "2", "5")) {
      Path trace = folder.resolve(jobs);
      Cli.run(command, raw, "--jobs", jobs, "-o", trace.toString()).expectOut();
      assertThat(trace).hasSameBinaryContentAs(folder.resolve("1"));
    }
    Cli.Result refused = Cli.run(command, raw, "--jobs", "0", "-o", raw + ".ctrace");
    assertThat(refused.err()).isEqualTo("error: --jobs: found 0; expected 1 to 1024\n");
    assertThat(refused.exitCode()).isEqualTo(2);
  }

  /** What a listing says of each call, times apart. */
  private static List<String> calls(String listing) {
    return listing
        .lines()
        .filter(line -> line.contains(" site="))
        .map(line -> line.replaceAll(" (compute|inside)=\\S+", ""))
        .toList();
  }
}
