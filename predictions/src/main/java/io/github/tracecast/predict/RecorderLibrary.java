package io.github.tracecast.predict;

import io.github.tracecast.predict.internal.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The recorder's library and its measuring program, built for the MPI that a program is started with, once for each MPI. */
final class RecorderLibrary {
  static final String GET_MPI = "apt-get install libopenmpi-dev openmpi-bin, or libmpich-dev mpich";

  private RecorderLibrary() {}

  /**
   * The library for an MPI compiler; built where it was not built before.
   *
   * @throws UsageException where it cannot be built, with the compiler's own words
   */
  static Path build(Path compiler) {
    return built(compiler, List.of());
  }

  /** Likewise the files by which a program is linked with the recorder: two libraries, and options for the linker. */
  static List<Path> linked(Path compiler) {
    Path archive = built(compiler, List.of("linked"));
    return List.of(
        archive,
        archive.resolveSibling("libtracecast-record.so"),
        archive.resolveSibling("tracecast-record.link"));
  }

  /** Likewise the program that measures what messages cost. */
  static Path calibrator(Path compiler) {
    return built(compiler, List.of("calibrate"));
  }

  private static Path built(Path compiler, List<String> what) {
    List<String> command = new ArrayList<>();
    command.add("sh");
    command.add(home().resolve("recorder/build.sh").toString());
    command.add(compiler.toString());
    command.addAll(what);
    try {
      Process process = new ProcessBuilder(command)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectErrorStream(true)
          .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      List<String> lines = output.lines().toList();
      if (process.waitFor() != 0 || lines.isEmpty()) {
        throw new UsageException(
            "the recorder cannot be built by " + compiler + ":\n" + output.strip());
      }
      return Path.of(lines.getLast());
    } catch (IOException e) {
      throw new UsageException(
          "the recorder cannot be built by " + compiler + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted while the recorder was built");
    }
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
          "the recorder's sources are not here; expected -Dtracecast.home=FOLDER, which ./tracecast gives");
    }
    return folder;
  }

  /**
   * The compiler that a user names, or else the one that belongs to the launcher.
   *
   * @param named null where none is named
   * @throws UsageException where there is none
   */
  static Path compiler(String named, String launcher) {
    return named == null
        ? compilerFor(launcher)
        : onPath(named)
            .orElseThrow(() -> new UsageException("--mpicc: found no program " + named
                + "; expected the mpicc of the program's MPI"));
  }

  /**
   * The compiler that belongs to a launcher: of the same name's ending ({@code mpirun.mpich}, {@code mpicc.mpich}) in the same folder,
   * followed through links, else the one on the PATH.
   *
   * @throws UsageException where there is none
   */
  static Path compilerFor(String launcher) {
    return onPath(launcher)
        .flatMap(RecorderLibrary::besideLauncher)
        .or(() -> onPath("mpicc"))
        .orElseThrow(() -> new UsageException(
            "found no mpicc; expected that of the program's MPI, on the PATH or by --mpicc ("
                + GET_MPI + ")"));
  }

  private static Optional<Path> besideLauncher(Path launcher) {
    Path at = launcher;
    try {
      for (int links = 0; links < 20; links++) {
        String name = at.getFileName().toString();
        if (name.contains("mpich") || name.contains("hydra")) {
          return sibling(at, "mpicc.mpich").or(() -> sibling(launcher, "mpicc"));
        }
        if (name.contains("openmpi") || name.equals("orterun") || name.equals("prterun")) {
          return sibling(at, "mpicc.openmpi").or(() -> sibling(launcher, "mpicc"));
        }
        if (!Files.isSymbolicLink(at)) {
          break;
        }
        at = at.resolveSibling(Files.readSymbolicLink(at));
      }
    } catch (IOException e) {
      return Optional.empty(); // what it is linked to does not show; the PATH has to do
    }
    String name = launcher.getFileName().toString();
    return name.startsWith("mpi") ? sibling(launcher, "mpicc") : Optional.empty();
  }

  private static Optional<Path> sibling(Path file, String name) {
    return Optional.of(file.resolveSibling(name)).filter(Files::isExecutable);
  }

  /** Where the shell would find a program. */
  static Optional<Path> onPath(String name) {
    if (name.contains("/")) {
      return Optional.of(Path.of(name).toAbsolutePath()).filter(Files::isExecutable);
    }
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("/usr/bin:/bin");
    for (String folder : path.split(":")) {
      Path file = Path.of(folder).resolve(name);
      if (Files.isExecutable(file) && !Files.isDirectory(file)) {
        return Optional.of(file.toAbsolutePath());
      }
    }
    return Optional.empty();
  }
}
