package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.MachineWish;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.trace.text.ReportFile;
import io.github.tracecast.trace.text.UsageException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tracecast platforms new}: drafts a machine file from a few answers. */
@Command(
    name = "new",
    mixinStandardHelpOptions = true,
    description = {
      "Writes a machine file with a comment on each key, and checks it.",
      "Asks for missing options if --topology is not given. Otherwise, missing options have their defaults."
    })
public final class NewMachineCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file to write, which must not exist.")
  private String file;

  @Option(
      names = "--topology",
      paramLabel = "NAME",
      description =
          "How the nodes are connected: torus, cabinets, star, fat-tree, dragonfly, dragonfly-plus or hyperx.")
  private @Nullable String topology;

  @Option(
      names = "--size",
      paramLabel = "NODES",
      description = "The least number of nodes (default: 64).")
  private @Nullable String size;

  @Option(names = "--cores", paramLabel = "CORES", description = "Cores of a node (default: 64).")
  private @Nullable String cores;

  @Option(
      names = "--bandwidth",
      paramLabel = "BANDWIDTH",
      description = "Bandwidth of a node's interface (default: 200Gbps).")
  private @Nullable String bandwidth;

  @Option(
      names = "--latency",
      paramLabel = "TIME",
      description = "Time of a small message from rank to rank (default: 2us).")
  private @Nullable String latency;

  @Option(
      names = "--rails",
      paramLabel = "RAILS",
      description = "Interfaces of a node (default: 1).")
  private @Nullable String rails;

  @Override
  public Integer call() throws IOException {
    ReportFile.check("FILE", file);
    if (Files.exists(Path.of(file))) {
      throw new UsageException("FILE: found " + file + ", which exists; expected a new file");
    }
    String name = Path.of(file).getFileName().toString().replaceFirst("\\.ya?ml$", "");
    PrintWriter out = spec.commandLine().getOut();
    String text = PlatformCatalogue.draft(name, topology == null ? asked(out) : wish(topology));
    ReportFile.write("FILE", file, out, writer -> writer.write(text));
    PlatformsCommand.check(file, Map.of(), out);
    return 0;
  }

  private MachineWish wish(String named) {
    return new MachineWish(
        named,
        number("--size", size == null ? "64" : size),
        number("--cores", cores == null ? "64" : cores),
        bandwidth == null ? "200Gbps" : bandwidth,
        latency == null ? "2us" : latency,
        number("--rails", rails == null ? "1" : rails));
  }

  private MachineWish asked(PrintWriter out) throws IOException {
    BufferedReader answers =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String named = answer(
        out,
        answers,
        null,
        "Topology (" + String.join(", ", PlatformCatalogue.topologies()) + ")",
        "star");
    size = answer(out, answers, size, "Nodes", "64");
    cores = answer(out, answers, cores, "Cores of a node", "64");
    bandwidth = answer(out, answers, bandwidth, "Bandwidth of a node's interface", "200Gbps");
    latency = answer(out, answers, latency, "Time of a small message from rank to rank", "2us");
    rails = answer(out, answers, rails, "Interfaces of a node", "1");
    return wish(named);
  }

  private static String answer(
      PrintWriter out,
      BufferedReader answers,
      @Nullable String given,
      String question,
      String fallback)
      throws IOException {
    if (given != null) {
      return given;
    }
    out.print(question + " [" + fallback + "]: ");
    out.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new UsageException("standard input: found its end; expected an answer to \"" + question
          + "\", or --topology and other options");
    }
    return answer.isBlank() ? fallback : answer.strip();
  }

  private static int number(String option, String text) {
    if (!text.matches("[0-9]{1,8}")) {
      throw new UsageException(option + ": found " + text + "; expected a whole number");
    }
    return Integer.parseInt(text);
  }
}
