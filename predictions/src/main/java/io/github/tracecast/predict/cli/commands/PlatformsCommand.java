package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.output.JsonOutput;
import io.github.tracecast.predict.text.TextTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.core.JsonGenerator;

/** {@code tracecast platforms}: the catalogue, or one machine. */
@Command(
    name = "platforms",
    mixinStandardHelpOptions = true,
    description = "Lists the machines, or the values of one machine with their sources.")
public final class PlatformsCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A machine from the catalogue, or a YAML file.")
  private String name;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Replaces a value, with its unit; repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also writes the result as JSON; - writes it to standard output instead of the text.")
  private String json;

  @Override
  public Integer call() throws IOException {
    JsonOutput.check(json);
    PrintWriter out = spec.commandLine().getOut();
    if (name == null) {
      catalogue(out);
    } else {
      machine(PlatformCatalogue.load(name, figures), out);
    }
    return 0;
  }

  private void catalogue(PrintWriter out) throws IOException {
    List<Platform> all = PlatformCatalogue.names().stream()
        .map(n -> PlatformCatalogue.load(n, Map.of()))
        .toList();
    if (!JsonOutput.isStandardOutput(json)) {
      TextTable table = new TextTable("ll");
      all.forEach(platform -> table.row(platform.name(), platform.description()));
      table.print(out, "");
    }
    if (json != null) {
      JsonOutput.write(json, out, generator -> {
        generator.writeArrayPropertyStart("platforms");
        for (Platform platform : all) {
          generator.writeStartObject();
          generator.writeStringProperty("name", platform.name());
          generator.writeStringProperty("description", platform.description());
          generator.writeEndObject();
        }
        generator.writeEndArray();
      });
    }
  }

  private void machine(Platform platform, PrintWriter out) throws IOException {
    if (!JsonOutput.isStandardOutput(json)) {
      out.println(platform.name() + ": " + platform.description());
      out.println();
      TextTable table = new TextTable("lll");
      platform.figures().forEach((key, value) -> {
        List<String> values = value.lines().toList();
        table.row(
            key,
            values.isEmpty() ? "" : values.getFirst(),
            platform.provenance().getOrDefault(key, ""));
        values.stream().skip(1).forEach(line -> table.row("", line, ""));
      });
      table.print(out, "");
    }
    if (json != null) {
      JsonOutput.write(json, out, generator -> write(platform, generator));
    }
  }

  private static void write(Platform platform, JsonGenerator generator) {
    generator.writeStringProperty("name", platform.name());
    generator.writeStringProperty("description", platform.description());
    generator.writeObjectPropertyStart("figures");
    platform.figures().forEach((key, value) -> {
      generator.writeObjectPropertyStart(key);
      generator.writeStringProperty("value", value);
      generator.writeStringProperty("source", platform.provenance().getOrDefault(key, ""));
      generator.writeEndObject();
    });
    generator.writeEndObject();
  }
}
