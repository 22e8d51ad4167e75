package io.github.tracecast.record.structure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.tracecast.trace.system.AptPackages;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClangPackagesTest {
  private static List<String> packages(String versions) {
    List<String> names = new ArrayList<>(List.of("clang", "clang-format", "llvm-dev"));
    for (String version : versions.split(" ")) {
      names.addAll(List.of(
          "clang-" + version,
          "llvm-" + version + "-dev",
          "flang-" + version,
          "libflang-" + version + "-dev"));
    }
    return names;
  }

  @ParameterizedTest
  @CsvSource({
    "13 14 15 16 19 22, 16", // Debian 12
    "17 18 19, 19", // Debian 13
    "20 21, 21",
  })
  void packagesOfAVersionThatTheSystemHasAreNamed(String versions, String named) {
    assertThat(ClangPackages.advice(packages(versions)))
        .isEqualTo("apt-get install clang-# llvm-#-dev flang-# libflang-#-dev".replace("#", named));
  }

  @Test
  void aPackageThatTheSystemLacksIsNotNamed() {
    assertThat(ClangPackages.advice(List.of("clang-14", "llvm-14-dev", "clang-16", "flang-16")))
        .isEqualTo("apt-get install clang-14 llvm-14-dev");
    assertThat(ClangPackages.advice(List.of()))
        .isEqualTo("clang, its LLVM headers and flang, all of version 14 or newer");
  }

  @Test
  void theSystemKnowsEachPackageThatIsNamed() {
    assumeTrue(!AptPackages.startingWith("clang-").isEmpty(), "SKIPPED: no lists of packages");

    assertThat(ClangPackages.advice()).startsWith("apt-get install clang-");
    for (String name : ClangPackages.advice().replace("apt-get install ", "").split(" ")) {
      assertThat(AptPackages.startingWith(name)).contains(name);
    }
  }
}
