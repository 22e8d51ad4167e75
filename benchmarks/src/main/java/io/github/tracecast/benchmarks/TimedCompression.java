package io.github.tracecast.benchmarks;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The tables of {@code benchmarks/COMPRESSION.md}, and that of lanes in {@code benchmarks/SPEED.md}, one a
 * command; and charts.
 */
@Command(
    name = "compression",
    mixinStandardHelpOptions = true,
    description = "Measures compression, and replays for several machines; prints Markdown.",
    subcommands = {
      SizesCommand.class,
      RankListsCommand.class,
      MemoryCommand.class,
      IrregularCommand.class,
      LanesCommand.class,
      CurvesCommand.class
    })
final class TimedCompression {
  private TimedCompression() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new TimedCompression()).execute(arguments));
  }
}
