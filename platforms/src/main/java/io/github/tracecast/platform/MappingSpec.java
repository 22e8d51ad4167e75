package io.github.tracecast.platform;

import java.nio.file.Path;
import java.util.Locale;

/** How ranks are laid onto nodes and cores, as the user asked for it. */
public sealed interface MappingSpec {

  /** Words that a mapping may start with, for error messages and help. */
  String LEGAL =
      "a permutation of the torus dimensions with t for the core (xyzt, txyz, zyxt, ...), blocked,"
          + " round-robin, random, random:SEED or file:PATH";

  /** XYZT on a torus, blocked elsewhere. */
  record Default() implements MappingSpec {}

  /**
   * One coordinate after the other, the first letter varying fastest; t is the core, the slowest where it is not named.
   *
   * @param letters lower case, each once
   */
  record Permutation(String letters) implements MappingSpec {}

  /** A node is filled before the next one is begun. */
  record Blocked() implements MappingSpec {}

  /** One rank on each node of the machine in turn, then a second one, and so on. */
  record RoundRobin() implements MappingSpec {}

  /**
   * A random choice among all cores of the machine, the same for the same seed.
   *
   * @param seed any number
   */
  record Random(long seed) implements MappingSpec {}

  /**
   * A file of one line a rank, from rank 0: a node's number, or its coordinates, optionally with the
   * core behind them; {@code #} begins a comment. Lines beyond the run's ranks are not read.
   *
   * @param path the file
   */
  record FromFile(Path path) implements MappingSpec {}

  /**
   * A mapping from its name.
   *
   * @param text one of {@link #LEGAL}, in any case; empty or {@code default} for {@link Default}
   * @throws PlatformException if it is none
   */
  static MappingSpec parse(String text) {
    String trimmed = text.strip();
    String word = trimmed.toLowerCase(Locale.ROOT);
    if (word.startsWith("file:") && word.length() > 5) {
      return new FromFile(Path.of(trimmed.substring(5)));
    }
    if (word.startsWith("random:")) {
      try {
        return new Random(Long.parseLong(word.substring(7)));
      } catch (NumberFormatException e) {
        throw new PlatformException(
            "mapping: found seed " + word.substring(7) + "; expected a whole number as in random:7",
            e);
      }
    }
    switch (word) {
      case "", "default" -> {
        return new Default();
      }
      case "blocked" -> {
        return new Blocked();
      }
      case "round-robin" -> {
        return new RoundRobin();
      }
      case "random" -> {
        return new Random(1);
      }
      default -> {
        if (word.matches("[xyzt]{2,4}|[a-ft]{2,7}")
            && word.chars().distinct().count() == word.length()) {
          return new Permutation(word);
        }
        throw new PlatformException("mapping: found " + trimmed + "; expected " + LEGAL);
      }
    }
  }
}
