package io.github.tracecast.predict.cli.options;

import io.github.tracecast.platform.Routes;
import io.github.tracecast.predict.model.Prediction;
import io.github.tracecast.predict.print.LinksCsv;
import io.github.tracecast.predict.print.LinksJson;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.ReportFile;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.Picos;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.simulate.result.LinkUse;
import io.github.tracecast.trace.text.Numbers;
import io.github.tracecast.trace.text.UsageException;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --links}: writes the load of each link. */
public final class LinkOptions {
  private static final String JSON = ".json";

  @Option(
      names = "--links",
      paramLabel = "FILE[:every=TIME]",
      converter = Parts.class,
      description =
          "Also writes the bytes and busy time of each network link to FILE.json or FILE.csv; needs engine"
              + " flows. With :every=1ms, it writes bytes and busy time for each millisecond of simulated time,"
              + " and replays every call, without fast-forward.")
  private @Nullable DetailedValue fileWithDetails;

  private String file = "";
  private @Nullable String every;
  private long slicePicos;

  /** The details that may follow the name of the file in {@code --links}. */
  static final class Parts extends DetailedValue.Converter {
    Parts() {
      super("every");
    }
  }

  /** Refuses invalid options before any long work. Makes {@code flows} the default engine. */
  public void check(PredictionOptions options) {
    if (fileWithDetails == null) {
      return;
    }
    file = fileWithDetails.name();
    every = fileWithDetails.details().get("every");
    options.preferFlows();
    String name = file.toLowerCase(Locale.ROOT);
    if (!name.endsWith(JSON) && !name.endsWith(".csv")) {
      throw new UsageException(
          "--links: found " + file + "; expected a file that ends in .json or .csv");
    }
    ReportFile.check("--links", file);
    if (every != null) {
      double seconds = OptionValues.seconds("--links every", every);
      if (seconds < 1 / Picos.PER_SECOND || seconds >= Picos.MAX / Picos.PER_SECOND) {
        throw new UsageException("--links every: found " + every
            + "; expected a time of at least 1ps"
            + (seconds < 1
                ? ", such as 1ms"
                : " and less than " + Numbers.time(Picos.MAX / Picos.PER_SECOND)));
      }
      slicePicos = Picos.ofSeconds(seconds);
    }
  }

  /** Returns the request; fast-forward is off if the user requests slices of time. */
  public PredictionRequest request(PredictionRequest request) {
    if (fileWithDetails != null && !request.engine().equals(Engines.FLOWS)) {
      throw new UsageException("--links: found engine " + request.engine()
          + ", which does not model when links are busy; expected --engine flows");
    }
    return every == null ? request : request.with(draft -> draft.fastForward = FastForward.off());
  }

  /** Returns the collector of link use for a replay; empty without the option. */
  public Optional<LinkUse> use(Supplier<Routes> routes) {
    if (fileWithDetails == null) {
      return Optional.empty();
    }
    int links = routes.get().linkCount();
    return Optional.of(every == null ? LinkUse.total(links) : new LinkUse(links, slicePicos));
  }

  public void write(Optional<LinkUse> use, Prediction prediction) throws IOException {
    if (use.isEmpty()) {
      return;
    }
    if (file.toLowerCase(Locale.ROOT).endsWith(JSON)) {
      ReportFile.write(
          "--links", file, JsonOutput.of(json -> LinksJson.write(use.get(), prediction, json)));
    } else {
      ReportFile.write("--links", file, writer -> LinksCsv.write(use.get(), prediction, writer));
    }
  }
}
