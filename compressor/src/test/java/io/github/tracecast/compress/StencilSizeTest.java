package io.github.tracecast.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.decompress.Programs;
import io.github.tracecast.decompress.TaskCursor;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TextCodec;
import io.github.tracecast.trace.codec.TraceFiles;
import io.github.tracecast.trace.validation.TraceValidator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StencilSizeTest {
  private static final CompressOptions NO_DELTAS =
      CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE);

  @TempDir
  private Path folder;

  private static Trace compress(StencilRun run, CompressOptions options) {
    Compressor compressor = new Compressor(run.ranks(), options);
    IntStream.range(0, run.ranks()).parallel().forEach(rank -> {
      run.run(rank, compressor.task(rank));
      compressor.finish(rank);
    });
    return compressor.trace("", List.of());
  }

  private long bytes(Trace trace, Encoding encoding) throws Exception {
    Path file = folder.resolve("trace");
    TraceFiles.write(trace, file, encoding);
    return Files.size(file);
  }

  private void staysBelow(long textBytes, int events, StencilRun... runs) throws Exception {
    for (StencilRun run : runs) {
      Trace trace = compress(run, NO_DELTAS);
      TraceValidator.check(trace);
      String what = run.ranks() + " ranks, " + run.steps() + " steps";
      assertThat(trace.events()).as(what).hasSizeLessThanOrEqualTo(events);
      assertThat(TextCodec.read(TextCodec.write(trace), what)).as(what).isEqualTo(trace);
      assertThat(bytes(trace, Encoding.TEXT)).as(what).isLessThanOrEqualTo(textBytes);
      assertThat(bytes(trace, Encoding.BINARY)).as(what).isLessThanOrEqualTo(textBytes / 2);
      Programs programs = Programs.of(trace);
      for (int rank : new int[] {0, 1, run.ranks() / 2, run.ranks() - 1}) {
        long events1 = 0;
        for (TaskCursor cursor = programs.cursor(rank); cursor.next(); ) {
          events1++;
        }
        assertThat(events1).as("%s: rank %d", what, rank).isEqualTo(run.events(rank));
      }
    }
  }

  @Test
  void aLineOfRanksTakesTwoKilobytesHoweverLong() throws Exception {
    staysBelow(
        2048,
        8,
        new StencilRun(false, false, 100, 8),
        new StencilRun(false, false, 10_000, 64),
        new StencilRun(false, false, 10, 4096),
        new StencilRun(true, false, 20, 4096));
  }

  @Test
  void aPlaneOfRanksTakesFourKilobytesHoweverLarge() throws Exception {
    staysBelow(
        4096,
        12,
        new StencilRun(false, false, 100, 8, 8),
        new StencilRun(false, true, 20, 8, 8),
        new StencilRun(false, true, 20, 64, 64),
        new StencilRun(true, true, 20, 16, 16),
        new StencilRun(true, false, 20, 64, 64));
  }

  /** The text without its digits. It is equal for runs whose traces differ only in digits. */
  private static String shape(StencilRun run) {
    return new String(TextCodec.write(compress(run, NO_DELTAS)), StandardCharsets.UTF_8)
        .replaceAll("\\d+", "#")
        .replaceAll("\\s+", " ");
  }

  private static void sameShape(StencilRun first, StencilRun... others) {
    String shape = shape(first);
    for (StencilRun run : others) {
      assertThat(shape(run)).as("%d ranks, %d steps", run.ranks(), run.steps()).isEqualTo(shape);
    }
  }

  @Test
  void ranksAndStepsChangeNothingButDigits() {
    for (boolean periodic : new boolean[] {false, true}) {
      sameShape(
          new StencilRun(periodic, false, 20, 8),
          new StencilRun(periodic, false, 20_000, 8),
          new StencilRun(periodic, false, 50, 27),
          new StencilRun(periodic, false, 20, 4096));
      for (boolean diagonals : new boolean[] {false, true}) {
        sameShape(
            new StencilRun(periodic, diagonals, 20, 8, 8),
            new StencilRun(periodic, diagonals, 2000, 8, 8),
            new StencilRun(periodic, diagonals, 20, 16, 16),
            new StencilRun(periodic, diagonals, 20, 64, 64));
        sameShape(
            new StencilRun(periodic, diagonals, 20, 5, 5, 5),
            new StencilRun(periodic, diagonals, 500, 5, 5, 5),
            new StencilRun(periodic, diagonals, 20, 8, 8, 8),
            new StencilRun(periodic, diagonals, 20, 16, 16, 16));
      }
    }
  }

  @Test
  void histogramsOfEachPathTakeLittleMore() throws Exception {
    Trace trace = compress(new StencilRun(false, true, 100, 16, 16), CompressOptions.DEFAULT);
    TraceValidator.check(trace);
    assertThat(bytes(trace, Encoding.TEXT)).isLessThan(12 * 1024);
  }

  @Test
  void aBlockOfRanksTakesTwelveKilobytesHoweverLarge() throws Exception {
    staysBelow(
        12 * 1024,
        20,
        new StencilRun(false, false, 30, 4, 4, 4),
        new StencilRun(false, true, 20, 4, 4, 4),
        new StencilRun(false, true, 20, 16, 16, 16),
        new StencilRun(true, false, 20, 16, 16, 16),
        new StencilRun(true, true, 20, 16, 16, 16));
  }
}
