package io.github.tracecast.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sweeps through stand-ins for the commands of PBS and Flux, which Debian does not have. They
 * refuse options that the real ones do not have, and run each job at once.
 */
class SweepBatchTest {
  /** Index LOST of an array does not run, nor does what depends on it, as after a kill of the array. */
  private static final String QSUB = """
      #!/bin/sh
      first=1 last=1 array= output= depend=
      while [ $# -gt 0 ]; do
        case $1 in
          -J) first=${2%-*} last=${2#*-} array='[]'; [ "$first" -lt "$last" ] || { echo "qsub: illegal -J value"; exit 2; }; shift 2 ;;
          -o) output=$2; shift 2 ;;
          -W) depend=$2; shift 2 ;;
          -N | -j | -l) shift 2 ;;
          -V) shift ;;
          *) echo "qsub: invalid option $1"; exit 2 ;;
        esac
      done
      script=$(cat)
      case $depend in '' | 'depend=afterany:7[].server') ;; *) echo "qsub: illegal -W value"; exit 2 ;; esac
      export PBS_O_WORKDIR="$PWD" NCPUS=1
      for PBS_ARRAY_INDEX in $(seq "$first" "$last"); do
        export PBS_ARRAY_INDEX
        if [ "$PBS_ARRAY_INDEX" != "${LOST-}" ] && [ -z "${LOST:+$depend}" ]; then
          log=$(echo "$output" | sed "s/^array_index^/$PBS_ARRAY_INDEX/; s/\\^array_index\\^/$PBS_ARRAY_INDEX/")
          (cd / && sh -c "$script") >"$log" 2>&1 </dev/null
        fi
      done
      [ -z "$depend" ] && echo "7$array.server" || echo 8.server
      """;

  private static final String FLUX = """
      #!/bin/sh
      [ "$1" = submit ] || exit 2
      shift
      last=1 output= depend=
      while :; do
        case $1 in
          --cc=1-*) last=${1#--cc=1-} ;;
          --output=*) output=${1#*=} ;;
          --dependency=afterany:f*) depend=$depend${1##*:} ;;
          --job-name=* | --ntasks=1 | --cores-per-task=*) ;;
          -*) echo "flux-submit: error: unrecognized arguments: $1"; exit 2 ;;
          *) break ;;
        esac
        shift
      done
      [ -z "$depend" ] || [ "$depend" = f1f2 ] || { echo "flux-submit: invalid dependency"; exit 2; }
      for FLUX_JOB_CC in $(seq 1 "$last"); do
        export FLUX_JOB_CC
        if [ "$FLUX_JOB_CC" != "${LOST-}" ] && [ -z "${LOST:+$depend}" ]; then
          "$@" >"$(echo "$output" | sed "s/{cc}/$FLUX_JOB_CC/")" 2>&1 </dev/null
        fi
        [ -z "$depend" ] && echo "f$FLUX_JOB_CC" || echo f9
      done
      """;

  @TempDir
  private Path folder;

  private void standIn(String name, String script) throws IOException {
    Path file = Files.createDirectories(folder.resolve("bin")).resolve(name);
    Files.writeString(file, script);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  /** A sweep of eight points. */
  static String[] command(String trace, String... more) {
    List<String> words = new ArrayList<>(List.of(
        "sweep",
        trace,
        "--platform",
        "bluegene-l",
        "--engine",
        "loggp",
        "--vary",
        "network.hop_latency=10ns:10us:log8"));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  private String sweep(String lost, String... more) throws Exception {
    List<String> words = StartUpCache.OF_ALL_CHILDREN.command(command("s.ctrace", more));
    Path output = folder.resolve("output");
    ProcessBuilder builder = new ProcessBuilder(words);
    builder
        .environment()
        .merge("PATH", folder.resolve("bin").toString(), (path, bin) -> bin + ":" + path);
    builder.environment().put("LOST", lost);
    Process process = builder
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
    process.getOutputStream().close();
    assertThat(process.waitFor(10, TimeUnit.MINUTES)).isTrue();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource({
    "pbs 2 -l select=1:ncpus=4, PBS: job array 7[].server for 2 shares, 8.server",
    "flux 2 --cores-per-task=4, Flux: jobs f1 to f2 for 2 shares, f9"
  })
  void theSameSubmissionContinuesAKilledArrayAndEndsWithTheBytesOfOneRun(
      String batch, String submitted, String collector) throws Exception {
    standIn("qsub", QSUB);
    standIn("flux", FLUX);
    Cli.generate(folder.resolve("s.ctrace"), "ring --ranks 8 --steps 10 --bytes 100");
    sweep("", "--journal", "whole.journal", "--csv", "whole.csv");
    List<String> array =
        new ArrayList<>(List.of("--batch", batch, "--journal", "a.journal", "--csv", "array.csv"));
    String said = "Submitted to " + submitted + ", then job " + collector
        + ", which reports all points to a.journal.log\n";

    assertThat(sweep("2", array.toArray(String[]::new))).isEqualTo(said);
    assertThat(folder.resolve("array.csv")).doesNotExist();
    assertThat(Files.readAllLines(folder.resolve("a.journal"))).hasSize(5); // with its head
    assertThat(sweep("", array.toArray(String[]::new))).isEqualTo(said);

    assertThat(folder.resolve("array.csv")).hasSameBinaryContentAs(folder.resolve("whole.csv"));
    assertThat(Files.readAllLines(folder.resolve("a.journal"))).hasSize(9); // each point once
    assertThat(folder.resolve("a.journal.2.log"))
        .content()
        .contains("Share 2/2: 4 points of 8 in a.journal\n");
  }

  @Test
  void aBatchSystemThatRefusesOrIsMissingIsNamed() throws Exception {
    Cli.generate(folder.resolve("s.ctrace"), "ring --ranks 8 --steps 10 --bytes 100");
    standIn("qsub", "#!/bin/sh\necho 'qsub: would exceed queue limit'\nexit 1\n");

    assertThat(sweep("", "--batch", "pbs 2"))
        .isEqualTo("error: --batch: qsub started no job (qsub: would exceed queue limit)\n");
    assertThat(sweep("", "--batch", "flux 2"))
        .isEqualTo(
            "error: --batch: found no flux on the PATH; expected the client commands of Flux,"
                + " or --shard instead of --batch\n");
  }
}
