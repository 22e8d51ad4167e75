package io.github.tracecast.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.trace.TraceException;
import io.github.tracecast.trace.system.ScratchFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives and folders that would fill the disk, hang a reader, or make it open files outside the trace. */
class HostileFoldersTest {
  @TempDir
  private Path folder;

  @Test
  void anArchiveThatWouldFillTheDiskIsRefusedBeforeAnythingIsWritten() throws IOException {
    Path archive = folder.resolve("bomb.tar");
    String name = folder.getFileName() + ".bin";
    try (OutputStream out = Files.newOutputStream(archive)) {
      out.write(header(name, 1L << 40));
      out.write(new byte[1 << 16]);
    }

    assertThatThrownBy(() -> Importers.read(archive))
        .isInstanceOf(TraceException.class)
        .hasMessageStartingWith(
            archive
                + ": found at least 1 file with 1099511627776 bytes in total; expected at most 1000000 files and ")
        .hasMessageEndingWith(
            " bytes (64 GiB, or a tenth of the free disk space if this is less); unpack the archive yourself and name its folder");
    assertThat(unpackedWith(name)).isEmpty();
  }

  @Test
  void anArchiveOfManyEmptyFilesIsRefusedWithoutUnpackingThem() throws IOException {
    Path archive = folder.resolve("many.tar");
    try (OutputStream out = new java.io.BufferedOutputStream(Files.newOutputStream(archive))) {
      for (int i = 0; i < 100_000; i++) {
        out.write(header("f" + i, 0));
      }
      out.write(new byte[1024]);
    }

    CpuLimit.within(
        60,
        () -> assertThatThrownBy(() -> Importers.read(archive))
            .hasMessageStartingWith(
                archive + ": found no trace among the 100000 files of this archive"));
  }

  @Test
  void aFolderOfScratchFilesIsGoneAfterASignal() throws Exception {
    Process process = new ProcessBuilder(
            ProcessHandle.current().info().command().orElseThrow(),
            "-cp",
            System.getProperty("java.class.path"),
            Unpacking.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
    Path path = Path.of(process.inputReader().readLine());
    assertThat(path.resolve("a/b")).exists();

    process.destroy(); // SIGTERM
    process.waitFor();

    assertThat(path).doesNotExist();
  }

  /** Unpacks a file and waits for a signal. */
  static final class Unpacking {
    private Unpacking() {}

    public static void main(String[] arguments) throws Exception {
      ScratchFolder scratch = new ScratchFolder("unpacked");
      scratch.write(
          scratch.path().resolve("a/b"), new java.io.ByteArrayInputStream(new byte[] {1}));
      System.out.println(scratch.path());
      Thread.sleep(60_000);
      scratch.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside", "/etc/hostname", "sub/../../outside"})
  void anIndexNamesNoFileOutsideItsFolder(String name) throws IOException {
    Files.writeString(folder.resolve("outside"), "0 init\n0 finalize\n");
    Path inside = Files.createDirectories(folder.resolve("run/sub")).getParent();
    Path index = Files.writeString(inside.resolve("index"), name + "\n");

    assertThatThrownBy(() -> Importers.read(index))
        .isInstanceOf(TraceException.class)
        .hasMessage(
            index + ": found a file " + name + "; expected files inside the folder of the index");
  }

  @Test
  void anIndexThroughALinkNamesNoFileOutsideItsFolder() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside"), "0 init\n0 finalize\n");
    Path inside = Files.createDirectories(folder.resolve("run"));
    Files.createSymbolicLink(inside.resolve("link.txt"), outside);
    Path index = Files.writeString(inside.resolve("index"), "link.txt\n");

    assertThatThrownBy(() -> Importers.read(index)).hasMessageContaining("found a file link.txt");
  }

  @Test
  void aPipeIsRefusedWhereverItStands() throws Exception {
    Path inside = Files.createDirectories(folder.resolve("run/traces")).getParent();
    pipe(inside.resolve("pipe.txt"));
    pipe(inside.resolve("traces/0.evt"));
    pipe(inside.resolve("a.pcf"));
    Path index = Files.writeString(inside.resolve("index"), "pipe.txt\n");
    Path anchor = Files.writeString(inside.resolve("traces.otf2"), "\u0003BOTF2\0\0");
    Path paraver = Files.writeString(
        inside.resolve("a.prv"), "#Paraver (01/01/2020 at 00:00):10:1(1):1:1(1:1)\n");

    for (Path path : List.of(inside.resolve("pipe.txt"), index, anchor, paraver)) {
      assertTimeoutPreemptively(
          Duration.ofMinutes(5),
          () -> assertThatThrownBy(() -> Importers.read(path))
              .as(path.toString())
              .isInstanceOf(TraceException.class)
              .hasMessageContaining(": found a pipe or a device; expected a file"));
    }
  }

  private static void pipe(Path path) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")), "SKIPPED: no mkfifo here");
    assertThat(new ProcessBuilder("mkfifo", path.toString()).start().waitFor()).isZero();
  }

  private static List<Path> unpackedWith(String name) throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().contains("-unpacked"))
          .filter(file -> Files.exists(file.resolve(name)))
          .toList();
    }
  }

  /** A header of a file of at most 2^77 bytes. */
  private static byte[] header(String name, long size) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] header = new byte[512];
    put(header, 0, name);
    header[124] = (byte) 0x80;
    for (int i = 0; i < 8; i++) {
      header[135 - i] = (byte) (size >> 8 * i);
    }
    header[156] = '0';
    put(header, 257, "ustar");
    out.writeBytes(header);
    return out.toByteArray();
  }

  private static void put(byte[] header, int at, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(bytes, 0, header, at, bytes.length);
  }
}
