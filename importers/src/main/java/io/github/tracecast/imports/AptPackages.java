package io.github.tracecast.imports;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeSet;

/** The packages that this Debian or Ubuntu offers, for advice that names no package of another one. */
public final class AptPackages {
  private AptPackages() {}

  /** Asked once, since apt may need a second to read its lists. */
  private static final class Known {
    static final NavigableSet<String> NAMES = ask();
  }

  /** The names that begin so; none without apt, or before its first {@code apt-get update}. */
  public static SortedSet<String> named(String beginning) {
    return Collections.unmodifiableSortedSet(
        Known.NAMES.subSet(beginning, beginning + Character.MAX_VALUE));
  }

  private static NavigableSet<String> ask() {
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
      return names; // no apt here
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return names;
  }
}
