package io.github.tracecast.predict.cli.commands;

import io.github.tracecast.platform.Machine;
import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.platform.NetworkCheck;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.PlatformException;
import io.github.tracecast.predict.cli.options.reports.JsonOption;
import io.github.tracecast.predict.print.NetworkCheckText;
import io.github.tracecast.predict.print.PlatformListing;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
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
    description = "Lists the machines, or the values of one machine with their sources.",
    customSynopsis = {
      "tracecast platforms [OPTIONS] [NAME]",
      "tracecast platforms new [OPTIONS] FILE"
    },
    subcommands = NewMachineCommand.class)
public final class PlatformsCommand implements Callable<Integer> {
  /** The number of ranks with which a machine is checked if its size depends on the run. */
  private static final int CHECKED_RANKS = 64;

  /** The forms in which {@code --keys} lists the keys. */
  private enum Keys {
    MARKDOWN,
    SCHEMA
  }

  @Spec
  private CommandSpec spec;

  @Parameters(
      arity = "0..1",
      paramLabel = "NAME",
      description = "A machine from the catalogue, or a YAML file.")
  private @Nullable String name;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description =
          "Replaces the value of KEY in the machine. VALUE includes the unit. Repeatable.")
  private Map<String, String> figures = Map.of();

  @Option(
      names = "--verbose",
      description =
          "Prints nodes, links, diameter, bisection and taper of the machine, and the times of a small message and an all-to-all.")
  private boolean verbose;

  @Option(
      names = "--keys",
      paramLabel = "FORM",
      arity = "0..1",
      fallbackValue = "markdown",
      description =
          "Prints all keys of machine files. FORM is markdown (the page of the documentation, the default) or"
              + " schema (a JSON Schema for editors).")
  private @Nullable String keys;

  @Mixin
  private JsonOption json;

  @Override
  public Integer call() throws IOException {
    ReportFile.check(json.target());
    PrintWriter out = spec.commandLine().getOut();
    if (keys != null) {
      switch (Names.one("--keys", keys, Keys.values())) {
        case MARKDOWN -> out.print(PlatformCatalogue.keysPage());
        case SCHEMA -> out.println(PlatformCatalogue.jsonSchema());
      }
    } else if (verbose) {
      if (name == null) {
        throw new UsageException(
            "--verbose: found no machine; expected a machine of the catalogue or a YAML file");
      }
      check(name, figures, out);
    } else if (name == null) {
      show(PlatformListing.ofCatalogue());
    } else {
      show(PlatformListing.of(PlatformCatalogue.load(name, figures)));
    }
    return 0;
  }

  static void check(String name, Map<String, String> figures, PrintWriter out) {
    Platform platform = PlatformCatalogue.load(name, figures);
    NetworkCheckText.print(name, NetworkCheck.of(fitted(platform)), out);
  }

  private static Machine fitted(Platform platform) {
    try {
      return Machine.fit(platform, CHECKED_RANKS, new MappingSpec.Default());
    } catch (PlatformException e) { // the machine is too small for these ranks
      return Machine.fit(platform, 1, new MappingSpec.Default());
    }
  }

  private void show(PlatformListing listing) throws IOException {
    if (!json.isStandardOutput()) {
      listing.print(spec.commandLine().getOut());
    }
    json.write(listing::write);
  }
}
