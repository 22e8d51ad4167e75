package io.github.tracecast.predict.record;

import io.github.tracecast.predict.internal.UsageException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The parts of the recorder that are compiled on this machine, once for each MPI. */
public final class RecorderLibrary {
  /** What the script writes before it compiles for a while. */
  private static final String BUILDING = "building";

  private final Consumer<String> notice;

  /** @param notice is told, in one line, when something is compiled */
  public RecorderLibrary(Consumer<String> notice) {
    this.notice = notice;
  }

  /**
   * The library for an MPI compiler; built where it was not built before.
   *
   * @throws UsageException where it cannot be built, with the compiler's own words
   */
  public Path preloaded(Path compiler) {
    return built(compiler.toString(), "preload");
  }

  /** Likewise the files by which a program is linked with the recorder: two libraries, and options for the linker. */
  public List<Path> linked(Path compiler) {
    Path archive = built(compiler.toString(), "linked");
    return List.of(
        archive,
        archive.resolveSibling("libtracecast-record.so"),
        archive.resolveSibling("tracecast-record.link"));
  }

  /** Likewise the program that measures what messages cost. */
  public Path calibrator(Path compiler) {
    return built(compiler.toString(), "calibrate");
  }

  /** A command that ends with this process, whatever ends it; the same command where there is no C compiler to build what it takes. */
  public List<String> supervised(List<String> command) {
    List<String> whole = new ArrayList<>();
    try {
      whole.add(built("-", "supervise").toString());
      whole.add(Long.toString(ProcessHandle.current().pid()));
    } catch (UsageException e) {
      whole.clear();
    }
    whole.addAll(command);
    return whole;
  }

  private Path built(String compiler, String what) {
    List<String> command =
        List.of("sh", home().resolve("recorder/build.sh").toString(), compiler, what);
    try {
      Process process = new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectErrorStream(true)
          .start();
      List<String> lines = read(process, compiler);
      if (process.waitFor() != 0 || lines.isEmpty()) {
        throw new UsageException("the recorder cannot be built with " + compiler + ":\n"
            + String.join("\n", lines).strip());
      }
      return Path.of(lines.getLast());
    } catch (IOException e) {
      throw new UsageException(
          "the recorder cannot be built with " + compiler + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted during the build of the recorder");
    }
  }

  private List<String> read(Process process, String compiler) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.equals(BUILDING)) {
          notice.accept("Building the recorder by " + compiler + ", once for this MPI ...");
        } else {
          lines.add(line);
        }
      }
    }
    return lines;
  }

  /** The checkout: what the launcher says, else the first folder upwards that has the recorder. */
  private static Path home() {
    String told = System.getProperty("tracecast.home");
    if (told != null) {
      return Path.of(told);
    }
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.exists(folder.resolve("recorder/build.sh"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new UsageException(
          "the recorder's sources are missing; expected -Dtracecast.home=FOLDER, which ./tracecast sets");
    }
    return folder;
  }
}
