package io.github.tracecast.record;

import io.github.tracecast.trace.system.AtSignal;
import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.system.WholeFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The parts of the recorder that are compiled on this machine, once for each MPI.
 *
 * @param notice receives one line before each compilation
 */
public record RecorderLibrary(Consumer<String> notice) {
  /** The word that the build script prints before it compiles. */
  private static final String BUILDING = "building";

  private static final String PLUGIN = "the plugin";

  /**
   * Returns the recorder to preload, built with an MPI compiler on first use.
   *
   * @throws UsageException if the recorder cannot be built, with the compiler's message
   */
  public Path preloaded(Path compiler) {
    return built(compiler.toString(), "preload");
  }

  /**
   * Returns the library that keeps received data in a recording, and gives this data to the program
   * in {@code retime}.
   */
  public Path payload(Path compiler) {
    return built(compiler.toString(), "payload");
  }

  /**
   * Copies into a folder the files with which a program is linked with the recorder: two libraries,
   * and options for the linker.
   */
  public void putInto(Path folder, Path compiler) throws IOException {
    Path archive = built(compiler.toString(), "linked");
    Files.createDirectories(folder);
    for (Path file : List.of(
        archive,
        archive.resolveSibling("libtracecast-record.so"),
        archive.resolveSibling("tracecast-record.link"))) {
      Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /**
   * Returns the functions of an MPI that the recorder cannot wrap.
   *
   * @throws UsageException if the compiler does not compile MPI programs
   */
  public List<String> leftOut(Path compiler) {
    Path list = built(compiler.toString(), "left-out");
    try {
      return Files.readAllLines(list);
    } catch (IOException e) {
      throw new UsageException(list + " cannot be read: " + WholeFile.reason(e));
    }
  }

  /** Returns the program that measures the cost of messages. */
  public Path calibrator(Path compiler) {
    return built(compiler.toString(), "calibrate");
  }

  /** Returns the plugin that makes a clang or flang write the structure of programs. */
  public Path structurePlugin(Path compiler) {
    return built(PLUGIN, compiler.toString(), "structure");
  }

  /** Builds the program of one C file on first use, and returns its path. */
  public Path program(Path compiler, String source) {
    Path file = null;
    try {
      file = TemporaryFiles.file("program", ".c");
      Files.writeString(file, source);
      return built("the program", compiler.toString(), "program", file.toString());
    } catch (IOException e) {
      throw new UsageException("the program cannot be built: " + WholeFile.reason(e));
    } finally {
      Commands.deleteQuietly(file);
    }
  }

  /**
   * Returns a command that ends at the latest when this process ends. Without a C compiler to build
   * the supervisor, returns the command unchanged.
   */
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
    return built("the recorder", compiler, what);
  }

  /** @param parts the arguments of build.sh after the compiler */
  private Path built(String name, String compiler, String... parts) {
    List<String> command =
        new ArrayList<>(List.of("sh", home().resolve("recorder/build.sh").toString(), compiler));
    command.addAll(List.of(parts));
    try {
      ProcessBuilder builder = new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectErrorStream(true);
      Commands.setHome(builder);
      Process process = builder.start();
      List<String> lines = read(process, name, compiler);
      int code = process.waitFor();
      AtSignal.letEnd(code);
      if (code != 0 || lines.isEmpty()) {
        throw new UsageException(name + " cannot be built with " + compiler + ":\n"
            + String.join("\n", lines).strip());
      }
      return Path.of(lines.getLast());
    } catch (IOException e) {
      throw new UsageException(name + " cannot be built with " + compiler + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted during the build of " + name);
    }
  }

  private List<String> read(Process process, String name, String compiler) throws IOException {
    List<String> lines = new ArrayList<>();
    try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.equals(BUILDING)) {
          notice.accept("Building " + name + " with " + compiler + ", once for this "
              + (name.equals(PLUGIN) ? "compiler" : "MPI") + " ...");
        } else {
          lines.add(line);
        }
      }
    }
    return lines;
  }

  /**
   * Returns the folder of Tracecast. It is the folder that the script {@code tracecast} names,
   * otherwise the nearest parent folder that contains the recorder.
   */
  private static Path home() {
    String home = System.getProperty("tracecast.home");
    if (home != null) {
      return Path.of(home);
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
