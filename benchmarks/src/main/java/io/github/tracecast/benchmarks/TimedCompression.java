package io.github.tracecast.benchmarks;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * The tables of {@code benchmarks/COMPRESSION.md}, that of lanes in {@code benchmarks/SPEED.md} and that of
 * communicators in {@code benchmarks/RECORDER.md}, one a
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
      TreesCommand.class,
      VerticesCommand.class,
      IrregularCommand.class,
      LanesCommand.class,
      CurvesCommand.class,
      CommunicatorsCommand.class
    })
final class TimedCompression {
  private TimedCompression() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new TimedCompression()).execute(arguments));
  }
}
