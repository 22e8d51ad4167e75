package io.github.tracecast.imports;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.SortedSet;
import java.util.TreeSet;

/** The packages that this Debian or Ubuntu offers, for advice that names no package of another one. */
public final class AptPackages {
  private AptPackages() {}

  /** The names that begin so; none without apt, or before its first {@code apt-get update}. */
  public static SortedSet<String> named(String beginning) {
    try {
      Process process = new ProcessBuilder("apt-cache", "pkgnames", beginning)
          .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
      String names = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      SortedSet<String> found = new TreeSet<>();
      names.lines().forEach(found::add);
      return found;
    } catch (IOException e) {
      return new TreeSet<>();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new TreeSet<>();
    }
  }
}
