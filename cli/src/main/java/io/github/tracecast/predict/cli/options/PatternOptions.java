package io.github.tracecast.predict.cli.options;

import io.github.tracecast.tools.pattern.Element;
import io.github.tracecast.tools.pattern.Grid;
import io.github.tracecast.tools.pattern.Pattern;
import io.github.tracecast.tools.pattern.PatternRequest;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options that describe a communication pattern. */
public final class PatternOptions {
  private static final long DEFAULT_BYTES = 1024;
  private static final String PERIODIC = "periodic";
  private static final String WAITSOME = "waitsome";
  private static final List<String> STENCIL_FORMS = List.of(PERIODIC, WAITSOME);

  @Parameters(
      paramLabel = "PATTERN[:FORM]...",
      description =
          "One of the patterns above. message:RANK and pingpong:RANK send to RANK (default: the last rank)."
              + " stencil:periodic has a grid that"
              + " is periodic in each dimension; stencil:waitsome completes its requests in several calls of MPI_Waitsome.")
  private String text;

  private List<String> forms = List.of();

  @Option(
      names = "--ranks",
      paramLabel = "N",
      description = "Number of ranks (default: 2 for message and pingpong, 64 for other patterns).")
  private @Nullable Integer ranks;

  @Option(
      names = "--steps",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of repetitions (default: ${DEFAULT-VALUE}).")
  private long steps;

  @Option(
      names = "--bytes",
      paramLabel = "SIZE",
      description =
          "Size of a message, such as 64KiB (default: 1024; 0 for barrier). SIZE is the size of the whole"
              + " vector for bcast, reduce and allreduce, of one block for gather, scatter, allgather, alltoall"
              + " and reduce_scatter, and of one message of the algorithm for barrier.")
  private @Nullable String bytes;

  @Option(
      names = "--datatype",
      paramLabel = "TYPE",
      defaultValue = "byte",
      description = "byte, int or double (default: ${DEFAULT-VALUE}).")
  private String datatype;

  @Option(
      names = "--compute",
      paramLabel = "TIME",
      defaultValue = "0",
      description =
          "Computation time of each rank in each step, such as 1ms; a plain number is in seconds (default:"
              + " ${DEFAULT-VALUE}). A rank computes before it communicates. In pingpong, a rank computes"
              + " before each send; in chain and wavefront, between its receives and its sends.")
  private String compute;

  @Option(
      names = "--algorithm",
      paramLabel = "NAME",
      description = "Writes a collective as the point-to-point messages of this algorithm.")
  private @Nullable String algorithm;

  @Option(
      names = "--shape",
      paramLabel = "XxYxZ|Nd",
      description =
          "Grid of stencil and wavefront: its extents, or 1d, 2d or 3d for a grid as cubic as possible (default: 3d for stencil, 2d for wavefront).")
  private @Nullable String shape;

  @Option(
      names = "--neighbours",
      paramLabel = "all|faces",
      description =
          "Neighbours in a stencil of 1, 2 or 3 dimensions: all (2, 8 or 26) or only those across faces (2, 4 or 6)"
              + " (default: all).")
  private @Nullable String neighbours;

  public PatternRequest request() {
    List<String> words = List.of(text.split(":", -1));
    Pattern chosen = Pattern.byKey(words.getFirst())
        .orElseThrow(() -> new UsageException(
            "pattern: found " + words.getFirst() + "; expected one of " + Pattern.keys()));
    forms = words.subList(1, words.size());
    refuseStrangers(chosen);
    List<Integer> grid = chosen.hasGrid() ? grid(chosen == Pattern.STENCIL ? 3 : 2) : List.of();
    int size = grid.isEmpty()
        ? ranksOr(chosen.hasPartner() ? 2 : 64)
        : grid.stream().reduce(1, Math::multiplyExact);
    return new PatternRequest(
        chosen,
        size,
        steps,
        bytes != null
            ? OptionValues.bytes("--bytes", bytes)
            : chosen == Pattern.BARRIER ? 0 : DEFAULT_BYTES,
        element(),
        OptionValues.seconds("--compute", compute),
        Optional.ofNullable(algorithm),
        chosen == Pattern.CHAIN ? List.of(size) : grid,
        !"faces".equals(neighbours),
        forms.contains(PERIODIC),
        forms.contains(WAITSOME),
        chosen.hasPartner() && !forms.isEmpty() ? partner(forms.getFirst()) : size - 1);
  }

  private int ranksOr(int otherwise) {
    return ranks == null ? otherwise : ranks;
  }

  private List<Integer> grid(int usualDimensions) {
    if (shape == null || shape.matches("[123]d")) {
      int size = ranksOr(64);
      PatternRequest.requireRanks(size);
      return Grid.mostCubic(size, shape == null ? usualDimensions : shape.charAt(0) - '0');
    }
    List<Integer> grid = Grid.parse(shape);
    long size = grid.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
    if (ranks != null && ranks != size) {
      throw new UsageException("--shape: found " + shape + ", which has "
          + Numbers.counted(size, "rank") + ", but --ranks " + ranks
          + "; expected the same number of ranks");
    }
    return grid;
  }

  private Element element() {
    for (Element element : Element.values()) {
      if (element.name().equalsIgnoreCase(datatype)) {
        return element;
      }
    }
    throw new UsageException("--datatype: found " + datatype + "; expected byte, int or double");
  }

  /** Refuses options that the pattern would ignore. */
  private void refuseStrangers(Pattern chosen) {
    boolean stencil = chosen == Pattern.STENCIL;
    String grids = Pattern.keys(Pattern::hasGrid);
    refuse(!chosen.hasGrid() && shape != null, "--shape", chosen, grids);
    refuse(!stencil && neighbours != null, "--neighbours", chosen, "stencil");
    for (String form : forms) {
      if (!(stencil && STENCIL_FORMS.contains(form))
          && !(chosen.hasPartner() && forms.size() == 1)) {
        throw new UsageException("pattern: found " + text + "; expected "
            + (stencil
                ? "stencil, stencil:" + String.join(", stencil:", STENCIL_FORMS) + " or both"
                : chosen.key() + (chosen.hasPartner() ? " or " + chosen.key() + ":RANK" : "")));
      }
    }
    refuse(
        !chosen.isCollective() && algorithm != null,
        "--algorithm",
        chosen,
        Pattern.keys(Pattern::isCollective));
    refuse(
        chosen == Pattern.BARRIER && algorithm == null && bytes != null,
        "--bytes",
        chosen,
        "another pattern, or with --algorithm");
    if (neighbours != null && !neighbours.equals("all") && !neighbours.equals("faces")) {
      throw new UsageException("--neighbours: found " + neighbours + "; expected all or faces");
    }
  }

  private int partner(String form) {
    try {
      return Integer.parseInt(form);
    } catch (NumberFormatException e) {
      throw new UsageException("pattern: found " + text + "; expected a rank after the colon");
    }
  }

  private static void refuse(boolean wrong, String option, Pattern chosen, String expected) {
    if (wrong) {
      throw new UsageException(option + ": found for pattern "
          + chosen.name().toLowerCase(Locale.ROOT) + "; expected only for " + expected);
    }
  }
}
