package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.decompress.Expander;
import io.github.tracecast.decompress.PreparedTrace;
import io.github.tracecast.decompress.Programs;
import io.github.tracecast.predict.cli.options.ErrorLines;
import io.github.tracecast.predict.cli.options.OptionValues;
import io.github.tracecast.predict.cli.options.TraceFile;
import io.github.tracecast.predict.cli.output.WatchedLines;
import io.github.tracecast.tools.topology.LogicalListing;
import io.github.tracecast.tools.topology.LogicalTerms;
import io.github.tracecast.tools.topology.MessagePattern;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tracecast expand}: the events of a rank, decompressed. */
@Command(
    name = "expand",
    mixinStandardHelpOptions = true,
    description = "Lists the MPI calls of a rank, one per line, with loops unrolled.")
public final class ExpandCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Mixin
  private TraceFile input;

  @ArgGroup(multiplicity = "1")
  private Choice choice;

  private static final class Choice {
    @Option(names = "--rank", paramLabel = "R", description = "The rank to list.")
    private @Nullable Integer rank;

    @Option(
        names = "--all",
        description =
            "Lists the calls of all ranks, after the communicators, datatypes and other definitions of the trace."
                + " tracecast compress reads this listing. If the trace stores times as minavgmax or buckets, a"
                + " separate line has the computation before a call, in whole microseconds. This line is TIME:"
                + " MIN AVG MAX for minavgmax, and TIME: BASE STRIDE COUNT... for buckets.")
    private boolean all;
  }

  @Option(
      names = "--logical",
      description = {
        "Names the partner of a message by its direction in the grid, tree or other topology of the ranks, such as EAST or"
            + " PARENT, instead of its number (docs/topology.md).",
        "With --all, there is one listing for all ranks if their calls differ only in numbers, such as sizes, and in"
            + " calls at the border of the grid.",
        "tracecast compress does not read a listing with directions."
      })
  private boolean logical;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    PreparedTrace prepared = input.read();
    Programs programs = prepared.programs();
    int named =
        choice.all ? 0 : Objects.requireNonNull(choice.rank); // picocli requires --all or --rank
    int first = OptionValues.rank(named, programs.ranks());
    try {
      if (!logical) {
        list(Expander.of(programs), programs, first, out);
      } else {
        LogicalTerms terms = terms(prepared);
        Expander expander = Expander.of(programs, terms::name);
        if (!choice.all || !listedAsOne(new LogicalListing(programs, terms), expander, out)) {
          list(expander, programs, first, out);
        }
      }
    } catch (WatchedLines.ReaderGone e) {
      return 0;
    }
    return 0;
  }

  private boolean listedAsOne(LogicalListing one, Expander expander, PrintWriter out)
      throws IOException {
    Optional<String> difference = one.difference();
    if (difference.isPresent()) {
      ErrorLines.note(
          spec,
          "Each rank has its own listing, because the calls of the ranks differ: "
              + difference.get());
      return false;
    }
    expander.definitions(out);
    one.write(new WatchedLines(out));
    return true;
  }

  private void list(Expander expander, Programs programs, int first, PrintWriter out)
      throws IOException {
    if (choice.all) {
      expander.definitions(out);
      Expander listing = expander.withTimeLines();
      for (int rank = 0; rank < programs.ranks(); rank++) {
        out.println("rank " + rank);
        listing.expand(rank, Long.MAX_VALUE, new WatchedLines(out));
      }
    } else {
      expander.expand(first, Long.MAX_VALUE, new WatchedLines(out));
    }
  }

  private LogicalTerms terms(PreparedTrace prepared) throws IOException {
    LogicalTerms terms = LogicalTerms.of(MessagePattern.of(prepared.programs(), prepared.table()))
        .orElseThrow(() ->
            new UsageException("--logical: found no topology in the messages of " + input.path()
                + "; expected a grid, tree or other topology that tracecast topology recognises"));
    ErrorLines.note(spec, "Topology: " + terms.topology());
    return terms;
  }
}
