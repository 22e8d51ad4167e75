package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.compress.CompressOptions;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.codec.Encoding;
import io.github.tracecast.trace.codec.TraceFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TraceFormatTest {
  @TempDir
  private Path folder;

  private Path file(String name, String content) throws IOException {
    return Files.write(folder.resolve(name), content.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void aKnownFormatWithoutReaderIsNamed() throws IOException {
    for (TraceFormat format : TraceFormat.values()) {
      if (format.isSupported()) {
        continue;
      }
      Path file = file("x", Heads.of(format));
      assertThatThrownBy(() -> Importers.read(file))
          .isInstanceOf(TraceException.class)
          .hasMessageStartingWith(
              file + ": found a trace of " + format.label() + ", which Tracecast cannot read; ")
          .hasMessageEndingWith(". Supported formats: " + TraceFormat.supportedLabels());
    }
  }

  @Test
  void everyFormatIsDetectedByItsOwnHead() {
    for (TraceFormat format : TraceFormat.values()) {
      assertThat(TraceFormat.of(Heads.of(format))).contains(format);
    }
  }

  @Test
  void aFolderStandsForTheTraceOfTheStrictestFormatInIt() throws IOException {
    file("a.index", "nowhere.tit\n");
    file("b.txt", "Dear Sir");
    Trace trace = Importers.read(file("c.list", "ranks 1\nrank 0\n0 MPI_Init site=init\n"));
    assertThat(Importers.read(folder).events()).isEqualTo(trace.events());
  }

  @Test
  void anOwnTraceIsCompressedAgainWithFewerTimes() throws IOException {
    Path raw = file("raw", "0 init\n0 compute 1e6\n0 barrier\n0 finalize\n");
    Path own = folder.resolve("own.ctrace");
    Trace trace = Importers.read(raw);
    TraceFiles.write(trace, own, Encoding.BINARY);
    CompressOptions none = CompressOptions.DEFAULT.withDeltas(CompressOptions.Deltas.NONE);
    assertThat(trace.events()).anyMatch(event -> !event.deltas().isEmpty());
    assertThat(RawTraces.compress(List.of(own), CompressOptions.DEFAULT, lines -> {}))
        .isEqualTo(trace);
    assertThat(RawTraces.compress(List.of(own), none, lines -> {}).events())
        .hasSameSizeAs(trace.events())
        .allMatch(event -> event.deltas().isEmpty());
  }

  @Test
  void aCompressedTraceOfAnotherToolIsNotCompressedAgain() throws IOException {
    Path other = file("x", Heads.of(TraceFormat.SCALATRACE));
    assertThatThrownBy(
            () -> RawTraces.compress(List.of(other), CompressOptions.DEFAULT, lines -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessage(other + ": found a trace of ScalaTrace 2 (text), which is already compressed"
            + "; use tracecast import");
  }

  @Test
  void severalFilesAreRefusedWhereTheFormatHasOne() throws IOException {
    Path own = file("x", Heads.of(TraceFormat.PARAVER));
    assertThatThrownBy(
            () -> RawTraces.compress(List.of(own, own), CompressOptions.DEFAULT, lines -> {}))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            own
                + ": found 2 files; expected one file, because a trace of this format is a single file");
  }
}
