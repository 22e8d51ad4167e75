package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.MachineWish;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.options.DetailedValue;
import io.github.tracecast.predict.text.ReportFile;
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
      "Writes a JSON Schema beside the machine file, for editors with the YAML language server.",
      "Without --topology, asks for its values."
    })
public final class NewMachineCommand implements Callable<Integer> {
  /** The name of the JSON Schema that is written beside a machine file, for editors. */
  private static final String SCHEMA = "tracecast.schema.json";

  @Spec
  private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file to write. It must not exist yet.")
  private String file;

  @Option(
      names = "--topology",
      paramLabel = "NAME[:KEY=VALUE]...",
      converter = Answers.class,
      description =
          "How the nodes are connected: ${bundle:topologies}. Keys and their defaults are nodes=64 (the minimum number), cores=64"
              + " (per node), bandwidth=200Gbps (per network interface), latency=2us (of a small message between ranks) and"
              + " rails=1 (network interfaces per node).")
  private @Nullable DetailedValue topology;

  /** Reads {@code --topology}, whose keys answer the questions of the command. */
  static final class Answers extends DetailedValue.Converter {
    Answers() {
      super("nodes", "cores", "bandwidth", "latency", "rails");
    }
  }

  @Override
  public Integer call() throws IOException {
    ReportFile.check("FILE", file);
    if (Files.exists(Path.of(file))) {
      throw new UsageException(
          "FILE: found " + file + ", which exists already; expected the name of a new file");
    }
    String name = Path.of(file).getFileName().toString().replaceFirst("\\.ya?ml$", "");
    PrintWriter out = spec.commandLine().getOut();
    String text = PlatformCatalogue.draft(name, wish(topology, out));
    ReportFile.write(
        "FILE",
        file,
        out,
        writer -> writer.write("# yaml-language-server: $schema=" + SCHEMA + "\n" + text));
    // Replaces an old schema, because it may lack keys that the new machine file has.
    ReportFile.write(
        "FILE",
        Path.of(file).resolveSibling(SCHEMA).toString(),
        writer -> writer.write(PlatformCatalogue.jsonSchema() + "\n"));
    PlatformsCommand.check(file, Map.of(), out);
    return 0;
  }

  /** Gives the value of a key of {@code --topology}. */
  private interface Source {
    String value(String key, String question, String fallback) throws IOException;
  }

  private static MachineWish wish(@Nullable DetailedValue topology, PrintWriter out)
      throws IOException {
    if (topology != null) {
      return wish(
          topology.name(),
          (key, question, fallback) -> topology.details().getOrDefault(key, fallback));
    }
    BufferedReader answers =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String names = String.join(", ", PlatformCatalogue.topologies());
    return wish(
        answer(out, answers, "Topology (" + names + ")", "star"),
        (key, question, fallback) -> answer(out, answers, question, fallback));
  }

  private static MachineWish wish(String topology, Source source) throws IOException {
    return new MachineWish(
        topology,
        number("nodes", source.value("nodes", "Nodes", "64")),
        number("cores", source.value("cores", "Cores of a node", "64")),
        source.value("bandwidth", "Bandwidth of a node's interface", "200Gbps"),
        source.value("latency", "Time of a small message from rank to rank", "2us"),
        number("rails", source.value("rails", "Interfaces of a node", "1")));
  }

  private static String answer(
      PrintWriter out, BufferedReader answers, String question, String fallback)
      throws IOException {
    out.print(question + " [" + fallback + "]: ");
    out.flush();
    String answer = answers.readLine();
    if (answer == null) {
      throw new UsageException("standard input: found its end; expected an answer to \"" + question
          + "\", or --topology");
    }
    return answer.isBlank() ? fallback : answer.strip();
  }

  private static int number(String key, String text) {
    if (!text.matches("[0-9]{1,8}")) {
      throw new UsageException("--topology " + key + ": found " + text
          + "; expected a whole number of at most 8 digits");
    }
    return Integer.parseInt(text);
  }
}
