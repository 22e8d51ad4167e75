package io.github.tracecast.record;

import io.github.tracecast.trace.system.TemporaryFiles;
import io.github.tracecast.trace.text.UsageException;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the compiler wrapper (mpicc) of the program's MPI. If the program's MPI is not known, the
 * result is the mpicc of the launcher's MPI.
 */
public final class MpiCompilers {
  public static final String GET_MPI =
      "apt-get install libopenmpi-dev openmpi-bin, or libmpich-dev mpich";

  private MpiCompilers() {}

  /**
   * Returns the mpicc that the user named, or else the mpicc of the program's or launcher's MPI.
   *
   * @param named the user's choice; null if the user named none
   * @throws UsageException if there is no compiler, or the named compiler belongs to another MPI
   *     than the program
   */
  public static Path of(@Nullable String named, List<String> command) {
    return of(named, command, CommandPrograms.mpi(command, System.getenv()));
  }

  /**
   * Returns the compiler that the user named, or else the compiler of a launcher's MPI.
   *
   * @param named the user's choice; null if the user named none
   * @throws UsageException if there is no compiler
   */
  public static Path ofLauncher(@Nullable String named, String launcher) {
    return of(named, List.of(launcher), Optional.empty());
  }

  /**
   * Returns the compiler that the user named, or else the compiler of the first launcher in a
   * command. Wrappers may precede the launcher.
   *
   * @param named the compiler that the user named; null if the user named none
   * @throws UsageException if there is no compiler
   */
  public static Path ofFirstLauncher(@Nullable String named, List<String> command) {
    String launcher = command.stream()
        .filter(
            word -> Commands.onPath(word).flatMap(MpiCompilers::besideLauncher).isPresent())
        .findFirst()
        .orElse(command.getFirst());
    return ofLauncher(named, launcher);
  }

  static Path of(@Nullable String named, List<String> command, Optional<MpiLibrary> used) {
    if (named != null) {
      Path compiler = Commands.onPath(named)
          .orElseThrow(() -> new UsageException(
              "`mpicc`: found no program " + named + "; expected the mpicc of the program's MPI"));
      used.ifPresent(library -> requireSame(compiler, library));
      return compiler;
    }
    if (used.isEmpty()) {
      return ofLauncher(command.getFirst());
    }
    MpiLibrary library = used.get();
    return candidates(library, command.getFirst()).stream()
        .filter(Files::isExecutable)
        .filter(compiler -> family(compiler).equals(Optional.of(library.family())))
        .findFirst()
        .orElseThrow(() -> new UsageException(library.program() + " uses "
            + library.family().label() + " (" + library.file()
            + "); found no mpicc of this MPI; install the development package of this MPI ("
            + GET_MPI + "), or name its mpicc with `mpicc`"));
  }

  private static void requireSame(Path compiler, MpiLibrary library) {
    Optional<MpiFamily> family = family(compiler);
    if (family.isPresent() && family.get() != library.family()) {
      throw new UsageException("`mpicc`: found " + compiler + ", a compiler of "
          + family.get().label() + "; expected a compiler of "
          + library.family().label() + ", which "
          + library.program() + " uses (" + library.file() + ")");
    }
  }

  /**
   * Returns the candidates for a compiler, the closest first: in the library's installation folder,
   * beside the launcher, on the PATH.
   */
  private static Set<Path> candidates(MpiLibrary library, String launcher) {
    Set<Path> folders = new LinkedHashSet<>();
    List<Path> starts = new ArrayList<>(List.of(library.file()));
    try {
      starts.addFirst(library.file().toRealPath());
    } catch (IOException e) {
      starts.add(library.file().toAbsolutePath());
    }
    for (Path start : starts) {
      for (Path above = start.getParent(); above != null; above = above.getParent()) {
        folders.add(above.resolve("bin"));
      }
    }
    Commands.onPath(launcher).map(Path::getParent).ifPresent(folders::add);
    folders.addAll(Commands.searched());
    Set<Path> compilers = new LinkedHashSet<>();
    String suffixed = switch (library.family()) {
      case OPEN_MPI -> "mpicc.openmpi";
      case MPICH -> "mpicc.mpich";
      case STANDARD -> "mpicc_abi";
    };
    for (Path folder : folders) {
      compilers.add(folder.resolve(suffixed));
      compilers.add(folder.resolve("mpicc"));
      compilers.add(folder.resolve("mpiicc"));
    }
    return compilers;
  }

  /**
   * Returns the family of a compiler's MPI, from the definitions in its mpi.h. Empty if the MPI is
   * in no family, or the compiler fails.
   */
  static Optional<MpiFamily> family(Path compiler) {
    Path source = null;
    try {
      source = TemporaryFiles.file("mpi", ".c");
      Files.writeString(source, "#include <mpi.h>\n");
      ProcessBuilder builder = new ProcessBuilder(
              compiler.toString(), "-E", "-dM", source.toString())
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectError(ProcessBuilder.Redirect.DISCARD);
      Commands.setHome(builder);
      Process process = builder.start();
      String macros = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      if (macros.contains("#define OPEN_MPI ") || macros.contains("#define OMPI_MAJOR_VERSION ")) {
        return Optional.of(MpiFamily.OPEN_MPI);
      }
      if (macros.contains("#define MPICH_VERSION ")
          || macros.contains("#define I_MPI_VERSION ")
          || macros.contains("#define MPICH_NUMVERSION ")) {
        return Optional.of(MpiFamily.MPICH);
      }
      return macros.contains("#define MPI_ABI_VERSION ")
          ? Optional.of(MpiFamily.STANDARD)
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UsageException("interrupted during the search for the program's MPI");
    } finally {
      Commands.deleteQuietly(source);
    }
  }

  /**
   * Returns the mpicc of the MPI that a launcher is part of. The mpicc has the same suffix ({@code
   * mpirun.mpich}, {@code mpicc.mpich}) and is in the same folder, after links are resolved.
   * Without such an mpicc, the result is the mpicc on the PATH.
   *
   * @throws UsageException if there is no compiler
   */
  static Path ofLauncher(String launcher) {
    return Commands.onPath(launcher)
        .flatMap(MpiCompilers::besideLauncher)
        .or(() -> Commands.onPath("mpicc"))
        .orElseThrow(() -> new UsageException(
            "found no mpicc; expected the mpicc of the program's MPI, on the PATH or from `mpicc` ("
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
      return Optional.empty(); // the link cannot be resolved, so the PATH is searched
    }
    String name = launcher.getFileName().toString();
    return name.startsWith("mpi") ? sibling(launcher, "mpicc") : Optional.empty();
  }

  private static Optional<Path> sibling(Path file, String name) {
    return Optional.of(file.resolveSibling(name)).filter(Files::isExecutable);
  }
}
