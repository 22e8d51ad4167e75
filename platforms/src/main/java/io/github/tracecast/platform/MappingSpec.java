package io.github.tracecast.platform;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The user's choice of a placement of ranks on nodes and cores. */
public sealed interface MappingSpec {

  /** The legal mappings, as text for error messages and help. */
  String LEGAL =
      "a permutation of the torus dimensions with t for the core (xyzt, txyz, zyxt, ...), blocked,"
          + " round-robin, random, random:SEED, file:PATH or nodes:FILE";

  /** Prefix of a mapping that lists the nodes of a job. */
  String NODES = "nodes:";

  /** Separates the placements of jobs in the text of {@link SideBySide}. */
  String BESIDE = " + ";

  /** The default placement: XYZT on a torus, blocked on other machines. */
  record Default() implements MappingSpec {}

  /**
   * A placement in which consecutive ranks vary the coordinates in the order of the letters, the
   * first letter fastest. The letter t means the core; if it is missing, the core varies slowest.
   *
   * @param letters letters of coordinates in lower case, each once
   */
  record Permutation(String letters) implements MappingSpec {}

  /** A placement that fills each node with consecutive ranks before the next node. */
  record Blocked() implements MappingSpec {}

  /** A placement of one rank on each node of the machine in turn, then of a second rank on each node, and so on. */
  record RoundRobin() implements MappingSpec {}

  /**
   * A random placement on all cores of the machine. Equal seeds give equal placements.
   *
   * @param seed the seed of the random numbers
   */
  record Random(long seed) implements MappingSpec {}

  /**
   * A placement from a file with one line per rank, from rank 0. A line holds a node's number or
   * its coordinates, and optionally the core. {@code #} begins a comment. Lines for ranks that the
   * run does not have are not read.
   *
   * @param path the file
   */
  record FromFile(Path path) implements MappingSpec {}

  /**
   * A placement on the nodes of a job, given by their names.
   *
   * @param source a Slurm list, or a file: a hostfile, a CSV file of ranks and nodes, or Slurm
   *     lists
   */
  record Allocated(String source) implements MappingSpec {}

  /**
   * The placements of jobs side by side. No two jobs share a node. A job whose nodes are given has
   * these nodes. Each other job takes nodes that are still free, in the order of its mapping.
   *
   * @param jobs the jobs, in the order of their ranks
   */
  record SideBySide(List<JobMapping> jobs) implements MappingSpec {
    public SideBySide {
      jobs = List.copyOf(jobs);
    }

    @Override
    public int nodesFor(int ranks, int perNode) {
      return jobs.stream().mapToInt(job -> Math.ceilDiv(job.ranks(), perNode)).sum();
    }
  }

  /** The placement of one of several jobs, for example {@code 16 blocked}. */
  record JobMapping(int ranks, String mapping) {
    /** Whether the job's nodes are given. Otherwise, they are chosen from the nodes that are free. */
    boolean isGiven() {
      MappingSpec spec = parse(mapping);
      return spec instanceof Allocated || spec instanceof FromFile;
    }

    @Override
    public String toString() {
      return ranks + " " + mapping;
    }
  }

  /** Returns the number of nodes that a number of ranks needs if a node has at most {@code perNode} ranks. */
  default int nodesFor(int ranks, int perNode) {
    return Math.ceilDiv(ranks, perNode);
  }

  /** Returns the text of {@link SideBySide}, such as {@code 16 blocked + 8 nodes:4-5}. */
  static String beside(List<JobMapping> jobs) {
    return jobs.stream().map(JobMapping::toString).collect(Collectors.joining(BESIDE));
  }

  private static MappingSpec sideBySide(String text) {
    List<JobMapping> jobs = new ArrayList<>();
    for (String job : Arrays.asList(text.split(" \\+ (?=[0-9]{1,9} )"))) {
      int blank = job.indexOf(' ');
      String mapping = job.substring(blank + 1);
      if (parse(mapping) instanceof SideBySide) {
        throw new PlatformException(
            "mapping: found " + text + "; expected the ranks and the mapping of each job, as in"
                + " 16 blocked + 8 nodes:4-5");
      }
      jobs.add(new JobMapping(Integer.parseInt(job.substring(0, blank)), mapping));
    }
    return new SideBySide(jobs);
  }

  /**
   * Parses a mapping.
   *
   * @param text one of {@link #LEGAL}, in any case; empty or {@code default} for {@link Default}
   *     @throws PlatformException if the text is not a mapping
   */
  static MappingSpec parse(String text) {
    String trimmed = text.strip();
    String word = trimmed.toLowerCase(Locale.ROOT);
    if (trimmed.matches("[0-9]{1,9} .*")) {
      return sideBySide(trimmed);
    }
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
    return switch (word) {
      case "", "default" -> new Default();
      case "blocked" -> new Blocked();
      case "round-robin" -> new RoundRobin();
      case "random" -> new Random(1);
      default -> {
        if (word.matches("[xyzt]{2,4}|[a-ft]{2,7}")
            && word.chars().distinct().count() == word.length()) {
          yield new Permutation(word);
        }
        throw new PlatformException("mapping: found " + trimmed + "; expected " + LEGAL);
      }
    };
  }
}
