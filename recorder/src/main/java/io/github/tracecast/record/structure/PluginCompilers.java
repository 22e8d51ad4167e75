package io.github.tracecast.record.structure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The compilers that can load the structure plugin.
 *
 * @param clang the newest clang on the PATH that has a flang, otherwise the newest clang
 * @param flang the flang of the same version; null if there is none
 * @param headers whether the folder of the packages has the headers of the compiler's LLVM, with
 *     which the plugin is built
 */
public record PluginCompilers(String clang, @Nullable String flang, boolean headers) {
  static final int NEWEST = 30;
  static final int OLDEST = 14;

  /** Returns the installed compilers; empty if there is no clang. */
  public static Optional<PluginCompilers> installed(Function<String, Optional<Path>> onPath) {
    return clang(onPath)
        .map(clang -> new PluginCompilers(
            clang.toString(),
            flang(clang, onPath).map(Path::toString).orElse(null),
            hasHeaders(clang)));
  }

  static Optional<Path> clang(Function<String, Optional<Path>> onPath) {
    List<Path> found = Stream.concat(
            IntStream.iterate(NEWEST, version -> version >= OLDEST, version -> version - 1)
                .mapToObj(version -> "clang-" + version),
            Stream.of("clang"))
        .flatMap(name -> onPath.apply(name).stream())
        .toList();
    return found.stream()
        .filter(clang -> flang(clang, onPath).isPresent())
        .findFirst()
        .or(() -> found.stream().findFirst());
  }

  /** Returns the flang of the same version as a clang. */
  static Optional<Path> flang(Path clang, Function<String, Optional<Path>> onPath) {
    String version = clang.getFileName().toString().replaceFirst("^[^0-9]*", "");
    return Stream.of("flang-new", "flang")
        .map(name -> version.isEmpty() ? name : name + "-" + version)
        .flatMap(name -> onPath.apply(name).stream())
        .findFirst();
  }

  private static boolean hasHeaders(Path clang) {
    try {
      Path header =
          clang.toRealPath().resolve("../../include/llvm/Passes/PassPlugin.h").normalize();
      return Files.isRegularFile(header);
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the installed and the missing compilers, one in each line. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(clang);
    lines.add(flang == null ? "no flang of the same version, which Fortran programs need" : flang);
    if (!headers) {
      lines.add("no LLVM headers of the same version, which the build of the plugin needs");
    }
    if (flang == null || !headers) {
      lines.add("to install all: " + ClangPackages.advice());
    }
    return lines;
  }
}
