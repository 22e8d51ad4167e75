package io.github.tracecast.trace.system;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The packages of this Debian or Ubuntu release. They let advice name a package that this release
 * has.
 */
public final class AptPackages {
  private AptPackages() {}

  /** Reads the names on first use and keeps them, because {@code apt-cache} may take one second. */
  private static final class Known {
    static final NavigableSet<String> NAMES = readNames();
  }

  /**
   * Returns the package names that start with a prefix; empty without apt, or before the first
   * {@code apt-get update}.
   */
  public static SortedSet<String> startingWith(String beginning) {
    return Collections.unmodifiableSortedSet(
        Known.NAMES.subSet(beginning, beginning + Character.MAX_VALUE));
  }

  private static NavigableSet<String> readNames() {
    NavigableSet<String> names = new TreeSet<>();
    try {
      Process process = new ProcessBuilder("apt-cache", "pkgnames")
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .forEach(names::add);
      process.waitFor();
    } catch (IOException e) {
      return names; // a system without apt
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return names;
  }
}
