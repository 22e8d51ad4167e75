package io.github.tracecast.record.structure;

import io.github.tracecast.record.Commands;
import io.github.tracecast.record.RecorderLibrary;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The plugin that makes a compiler write the structure of its source files.
 *
 * @param compiler the clang
 * @param fortran the flang of the same version; empty if there is none
 * @param library the plugin, built for this version of LLVM
 */
public record StructurePlugin(Path compiler, Optional<Path> fortran, Path library) {
  /**
   * Builds the plugin on first use.
   *
   * @param named the clang or flang that the user named; empty or null if the user named none
   * @throws UsageException if there is no such compiler, or if the plugin cannot be built for it
   */
  public static StructurePlugin of(@Nullable String named, RecorderLibrary recorder) {
    Path compiler = named != null && !named.isEmpty()
        ? Commands.onPath(named)
            .orElseThrow(() -> new UsageException("found no program " + named
                + "; expected a clang (" + ClangPackages.advice() + ")"))
        : PluginCompilers.clang(Commands::onPath)
            .orElseThrow(() -> new UsageException(
                "found no clang; expected clang or clang-" + PluginCompilers.OLDEST
                    + " and later on the PATH (" + ClangPackages.advice() + ")"));
    return new StructurePlugin(
        compiler,
        PluginCompilers.flang(compiler, Commands::onPath),
        recorder.structurePlugin(compiler));
  }

  /** Returns the options with which a compilation uses the plugin. */
  public String flags() {
    return "-fpass-plugin=" + library;
  }

  /** Returns the folder of flang's run-time libraries, which Debian's flang does not search. */
  private static Path libraries(Path flang) {
    try {
      return flang.toRealPath().resolve("../../lib").normalize();
    } catch (IOException e) {
      return flang.resolveSibling("lib");
    }
  }

  /**
   * Returns the environment variables that make the compiler scripts of Open MPI and MPICH use the
   * plugin.
   */
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
