package io.github.tracecast.predict.structure;

import io.github.tracecast.predict.record.Commands;
import io.github.tracecast.predict.record.RecorderLibrary;
import io.github.tracecast.predict.settings.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The plugin that makes a compiler write the structure of what it compiles.
 *
 * @param compiler the clang
 * @param fortran its flang; empty if there is none
 * @param library the plugin, built for this version of LLVM
 */
public record StructurePlugin(Path compiler, Optional<Path> fortran, Path library) {
  public static final String GET_CLANG =
      "apt-get install clang-16 llvm-16-dev flang-16 libflang-16-dev";

  private static final int NEWEST = 30;
  private static final int OLDEST = 14;

  /**
   * Builds the plugin on first use.
   *
   * @param named the user's clang or flang; null if there is none
   * @throws UsageException if there is no such compiler, or the plugin cannot be built for it
   */
  public static StructurePlugin of(String named, RecorderLibrary recorder) {
    Path compiler = named != null
        ? Commands.onPath(named)
            .orElseThrow(() -> new UsageException(
                "--compiler: found no program " + named + "; expected a clang (" + GET_CLANG + ")"))
        : onPath()
            .orElseThrow(() -> new UsageException("found no clang; expected clang or clang-"
                + OLDEST + " and later on the PATH (" + GET_CLANG + ")"));
    return new StructurePlugin(compiler, fortran(compiler), recorder.structurePlugin(compiler));
  }

  /** Returns the newest clang, but one with a flang first. */
  private static Optional<Path> onPath() {
    List<Path> found = Stream.concat(
            IntStream.iterate(NEWEST, version -> version >= OLDEST, version -> version - 1)
                .mapToObj(version -> "clang-" + version),
            Stream.of("clang"))
        .flatMap(name -> Commands.onPath(name).stream())
        .toList();
    return found.stream()
        .filter(clang -> fortran(clang).isPresent())
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  /** Returns the flang of the same version as a clang. */
  private static Optional<Path> fortran(Path clang) {
    String version = clang.getFileName().toString().replaceFirst("^[^0-9]*", "");
    return Stream.of("flang-new", "flang")
        .map(name -> version.isEmpty() ? name : name + "-" + version)
        .flatMap(name -> Commands.onPath(name).stream())
        .findFirst();
  }

  /** The options that a compilation needs. */
  public String flags() {
    return "-fpass-plugin=" + library;
  }

  /** Returns the folder of flang's run-time libraries, which Debian's flang does not search. */
  private static Path libraries(Path flang) {
    try {
      return flang.toRealPath().getParent().resolveSibling("lib");
    } catch (IOException e) {
      return flang.resolveSibling("lib");
    }
  }

  /** The variables that make the compiler scripts of Open MPI and MPICH use the plugin. */
  public Map<String, String> environment() {
    Map<String, String> variables = new LinkedHashMap<>();
    String c = compiler + " " + flags();
    for (String mpi : new String[] {"OMPI_", "MPICH_"}) {
      variables.put(mpi + "CC", c);
      variables.put(mpi + "CXX", compiler + " --driver-mode=g++ " + flags());
      fortran.ifPresent(
          flang -> variables.put(mpi + "FC", flang + " " + flags() + " -L" + libraries(flang)));
    }
    return variables;
  }
}
