package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.cli.options.JsonOption;
import io.github.tracecast.predict.output.ReportFile;
import io.github.tracecast.predict.print.PlatformListing;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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

  @Mixin
  private JsonOption json;

  @Override
  public Integer call() throws IOException {
    ReportFile.check(json.target());
    if (name == null) {
      show(PlatformListing.ofCatalogue());
    } else {
      show(PlatformListing.of(PlatformCatalogue.load(name, figures)));
    }
    return 0;
  }

  private void show(PlatformListing listing) throws IOException {
    if (!json.isStandardOutput()) {
      listing.print(spec.commandLine().getOut());
    }
    json.write(listing::write);
  }
}
