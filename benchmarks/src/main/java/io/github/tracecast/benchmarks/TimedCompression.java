package io.github.tracecast.benchmarks;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/**
 * Commands that each print one table: the tables of {@code benchmarks/COMPRESSION.md}, the table of
 * lanes in {@code benchmarks/SPEED.md}, and the table of communicators in {@code
 * benchmarks/RECORDER.md}. A further command draws charts.
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
