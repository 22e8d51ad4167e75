package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.compress.CompressOptions.Deltas;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.codec.BinaryCodec;
import io.github.tracecast.trace.codec.TextCodec;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Traces without deltas, in at most half of the bytes that ScalaTrace 2 takes for the same program without its lines on times. */
class RealProgramSizesTest {
  private static final CompressOptions NO_DELTAS = CompressOptions.DEFAULT.withDeltas(Deltas.NONE);

  @ParameterizedTest
  @CsvSource({
    "cgS.16, npb/cg.W.16.scalatrace.gz",
    "mgS.64, npb/mg.W.16.scalatrace.gz",
    "luS.16, lu/A.16/I.scalatrace",
  })
  void theTextTakesLessThanHalfOfScalaTraces(String program, String scalaTrace) throws IOException {
    assertThat((long) TextCodec.write(compressed(program)).length)
        .isLessThan(bytesWithoutTimes(SharedTraces.scalaTrace(scalaTrace)) / 2);
  }

  /** A stencil whose messages have different tags. Only the tags distinguish call sites in the raw trace. ScalaTrace has 8 events, and no tags. */
  @ParameterizedTest
  @CsvSource({"st2d9.16, npb/st2d9.s1000.16.scalatrace.gz"})
  void theBinaryFormTakesLessThanHalfOfScalaTracesAndTheTextNoMore(
      String program, String scalaTrace) throws IOException {
    Trace trace = compressed(program);
    long theirs = bytesWithoutTimes(SharedTraces.scalaTrace(scalaTrace));
    assertThat((long) BinaryCodec.write(trace).length).isLessThan(theirs / 2);
    assertThat((long) TextCodec.write(trace).length).isLessThan(theirs);
  }

  private static Trace compressed(String program) {
    Path archive = SharedTraces.folder().resolve("tit/" + program + ".tar.gz");
    return RawTraces.compress(List.of(archive), NO_DELTAS, lines -> {});
  }

  private static long bytesWithoutTimes(Path file) throws IOException {
    long bytes = 0;
    try (InputStream in = Files.newInputStream(file);
        BufferedReader lines = new BufferedReader(new InputStreamReader(
            file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in,
            StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        bytes += line.startsWith("COMP ") || line.startsWith("COMM ") ? 0 : line.length() + 1;
      }
    }
    return bytes;
  }
}
