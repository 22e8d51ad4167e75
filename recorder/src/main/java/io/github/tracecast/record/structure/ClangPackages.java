package io.github.tracecast.record.structure;

import io.github.tracecast.trace.system.AptPackages;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Advises which clang can load the structure plugin, and which packages of this Debian or Ubuntu
 * contain it.
 */
public final class ClangPackages {
  /**
   * The versions of clang with which the plugin is tested. Tested versions come first, then the
   * newest version.
   */
  private static final List<Integer> TESTED = List.of(16, 19, 14);

  private ClangPackages() {}

  /** Returns the advice, in a few words. */
  public static String advice() {
    Set<String> known = new HashSet<>();
    for (String beginning : List.of("clang-", "llvm-", "flang-", "libflang-")) {
      known.addAll(AptPackages.startingWith(beginning));
    }
    return advice(known);
  }

  static String advice(Collection<String> known) {
    List<Integer> versions = Stream.concat(
            TESTED.stream(),
            IntStream.iterate(PluginCompilers.NEWEST, v -> v >= PluginCompilers.OLDEST, v -> v - 1)
                .boxed())
        .toList();
    IntPredicate compiles =
        version -> known.contains("clang-" + version) && known.contains("llvm-" + version + "-dev");
    return versions.stream()
        .filter(version -> compiles.test(version) && known.contains("flang-" + version))
        .findFirst()
        .or(() -> versions.stream().filter(compiles::test).findFirst())
        .map(version -> "apt-get install " + String.join(" ", of(version, known)))
        .orElse("clang, its LLVM headers and flang, all of version " + PluginCompilers.OLDEST
            + " or newer");
  }

  private static List<String> of(int version, Collection<String> known) {
    return Stream.of("clang-#", "llvm-#-dev", "flang-#", "libflang-#-dev")
        .map(name -> name.replace("#", Integer.toString(version)))
        .filter(known::contains)
        .toList();
  }
}
