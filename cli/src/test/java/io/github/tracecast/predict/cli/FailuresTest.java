package io.github.tracecast.predict.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.simulate.ReplayException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** How failures are reported. */
class FailuresTest {
  private static String reported(String message) {
    StringWriter err = new StringWriter();
    CommandLine command = new CommandLine(CommandLine.Model.CommandSpec.create());
    command.setErr(new PrintWriter(err, true));
    Failures.failed(new ReplayException(message), command, null);
    return err.toString();
  }

  @Test
  void aReportOfManyLinesKeepsThemAll() {
    String report = IntStream.range(0, 30)
        .mapToObj(rank -> "  rank " + rank + " in MPI_Recv waits for " + "a message ".repeat(12))
        .collect(Collectors.joining("\n"));

    assertThat(reported(report)).isEqualTo("error: " + report + "\n");
  }

  @Test
  void anEndlessLineIsShortened() {
    assertThat(reported("x".repeat(1_000_000)))
        .hasSizeLessThan(2000)
        .contains("x ... (999,000 bytes left out) ... x");
  }
}
