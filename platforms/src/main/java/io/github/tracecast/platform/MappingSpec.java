package io.github.tracecast.platform;

import java.nio.file.Path;
import java.util.Locale;

/** The user's choice of how ranks are placed on nodes and cores. */
public sealed interface MappingSpec {

  /** Words that a mapping may start with, for error messages and help. */
  String LEGAL =
      "a permutation of the torus dimensions with t for the core (xyzt, txyz, zyxt, ...), blocked,"
          + " round-robin, random, random:SEED, file:PATH or nodes:FILE";

  /** The beginning of a mapping that names the nodes of a job. */
  String NODES = "nodes:";

  /** XYZT on a torus, blocked on other machines. */
  record Default() implements MappingSpec {}

  /**
   * Coordinates vary in the order of the letters, the first one fastest. The letter t is the core;
   * without it, the core varies slowest.
   *
   * @param letters lower case, each once
   */
  record Permutation(String letters) implements MappingSpec {}

  /** Each node is filled before the next. */
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
   * A file with one line per rank, from rank 0. A line holds a node's number or its coordinates,
   * and optionally the core. {@code #} begins a comment. Lines beyond the run's ranks are not read.
   *
   * @param path the file
   */
  record FromFile(Path path) implements MappingSpec {}

  /**
   * The nodes that a job got, by name.
   *
   * @param source a hostfile, a CSV of rank and node, a Slurm list, or a file of one
   */
  record Allocated(String source) implements MappingSpec {}

  /**
   * Parses a mapping.
   *
   * @param text one of {@link #LEGAL}, in any case; empty or {@code default} for {@link Default}
   *     @throws PlatformException if it is not a mapping
   */
  static MappingSpec parse(String text) {
    String trimmed = text.strip();
    String word = trimmed.toLowerCase(Locale.ROOT);
    if (word.startsWith("file:") && word.length() > 5) {
      return new FromFile(Path.of(trimmed.substring(5)));
    }
    if (word.startsWith(NODES) && word.length() > NODES.length()) {
      return new Allocated(trimmed.substring(NODES.length()));
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
