package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tracecast.imports.otf2.ArchiveWriter;
import io.github.tracecast.imports.otf2.EventWriter;
import io.github.tracecast.imports.otf2.Otf2Library;
import io.github.tracecast.trace.Trace;
import io.github.tracecast.trace.TraceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Archives in the forms in which people pass them on, intact and damaged. */
class PackedOtf2Test {
  private static final byte PROCESS = 1;
  private static final byte THREAD = 1;

  @TempDir
  private Path folder;

  @BeforeEach
  void writeArchive() {
    if (Otf2Library.installed().isEmpty()) {
      Assumptions.abort("SKIPPED: no library of OTF2; apt-get install libopen-trace-format2-10");
    }
    try (ArchiveWriter writer =
        new ArchiveWriter(folder.resolve("run"), ArchiveWriter.ANCHOR, "test")) {
      writer.define("ClockProperties", 1_000_000L, 0L, 1_000_000L, -1L);
      int name = writer.string("MPI_Barrier");
      writer.define("Region", 0, name, name, name, (byte) 0, (byte) 0, 0, name, 0, 0);
      writer.define("LocationGroup", 0, writer.string("MPI Rank 0"), PROCESS, -1, -1);
      EventWriter events = writer.events(0);
      events.enter(10, 0);
      events.leave(20, 0);
      events.close();
      writer.define("Location", 0L, writer.string("thread"), THREAD, writer.count(0), 0);
      writer.group(0, "", 4, 4, 0L);
    }
  }

  private Path run(String file) {
    return folder.resolve("run").resolve(file);
  }

  private Path tar(String name, String options, String... files) throws Exception {
    Path archive = folder.resolve(name);
    String[] command = Stream.concat(
            Stream.of("tar", "-C", folder.toString(), options, archive.toString()),
            Stream.of(files))
        .toArray(String[]::new);
    assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
    return archive;
  }

  @Test
  void theFolderTheAnchorAndTarArchivesAreOneTrace() throws Exception {
    Trace trace = Importers.read(folder.resolve("run"));
    assertThat(trace.events()).hasSize(1);
    assertThat(Importers.read(run("traces.otf2"))).isEqualTo(trace);
    assertThat(Importers.read(tar("run.tar.gz", "-czf", "run"))).isEqualTo(trace);
    assertThat(Importers.read(tar(
            "events-first.tar", "-cf", "run/traces/0.evt", "run/traces.def", "run/traces.otf2")))
        .isEqualTo(trace);
  }

  @Test
  void aTarArchiveWithoutAnchorIsRefused() throws Exception {
    Path archive = tar("parts.tar", "-cf", "run/traces", "run/traces.def");
    assertThatThrownBy(() -> Importers.read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            archive
                + ": found no trace among the 3 files of this archive; expected a trace in one of these formats: ");
  }

  @Test
  void complaintsAboutAPackedFileNameTheArchive() throws Exception {
    Files.delete(run("traces.def"));
    Path archive = tar("run.tar", "-cf", "run");
    assertThatThrownBy(() -> Importers.read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(archive + ":run/traces.def: found damaged data (OTF2: ");
  }

  @Test
  void anAnchorUnderAnotherNameIsRefused() throws IOException {
    Path renamed = Files.move(run("traces.otf2"), run("renamed"));
    assertThatThrownBy(() -> Importers.read(renamed))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            renamed + ": found an anchor file of an OTF2 archive that was renamed");
  }

  @Test
  void morePropertiesThanFitIntoTheAnchorAreRefused() throws IOException {
    byte[] bytes = Files.readAllBytes(run("traces.otf2"));
    int at = 46 + "\0test\0\0".length();
    Arrays.fill(bytes, at, at + 4, (byte) 0x7f);
    Files.write(run("traces.otf2"), bytes);
    assertThatThrownBy(() -> Importers.read(run("traces.otf2")))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            run("traces.otf2") + ": byte 53: found 2139062143 properties; expected at most ");
  }

  @Test
  void anArchiveWithoutTheEventsOfARankIsRefused() throws IOException {
    Files.delete(run("traces/0.evt"));
    assertThatThrownBy(() -> Importers.read(folder.resolve("run")))
        .isInstanceOf(TraceException.class)
        .hasMessageContaining("traces/0.evt: found damaged data (OTF2: ");
  }

  @Test
  void everyCutOfTheAnchorIsReadOrRefused() throws IOException {
    byte[] whole = Files.readAllBytes(run("traces.otf2"));
    for (int length : cuts(whole)) {
      Files.write(run("traces.otf2"), Arrays.copyOf(whole, length));
      try {
        assertThat(Importers.read(run("traces.otf2"))).isNotNull();
      } catch (TraceException e) {
        assertThat(e).hasMessageContaining("found").hasMessageContaining("expected");
      }
    }
  }

  /** The library itself would read on in memory behind the end of the file. */
  @Test
  void everyCutOfDefinitionsAndEventsIsRefused() throws IOException {
    for (String file : List.of("traces.def", "traces/0.def", "traces/0.evt")) {
      byte[] whole = Files.readAllBytes(run(file));
      for (int length : cuts(whole)) {
        Files.write(run(file), Arrays.copyOf(whole, length));
        assertThatThrownBy(() -> Importers.read(run("traces.otf2")))
            .isInstanceOf(TraceException.class)
            .hasMessageContaining(file + ": found the end of the file within its records");
      }
      Files.write(run(file), whole);
    }
  }

  private static int[] cuts(byte[] whole) {
    return new int[] {0, 1, whole.length / 3, whole.length / 2, whole.length - 1};
  }
}
