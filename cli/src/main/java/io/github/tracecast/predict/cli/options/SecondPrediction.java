package io.github.tracecast.predict.cli.options;

import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.trace.text.UsageException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/** The option that changes the second of two predictions of a trace. */
public final class SecondPrediction {
  private static final Pattern CHANGE =
      Pattern.compile("[a-z][a-z_0-9-]*+(?:[.][a-z_0-9-]++)*+=.*");

  @Option(
      names = "--with",
      paramLabel = "Q|KEY=VALUE",
      description =
          "The change for the second prediction; repeatable. Q is another machine; --set does not apply to this"
              + " machine."
              + " KEY=VALUE is a value of the machine, such as network.link_latency=2us, or another option, such as"
              + " mapping=random or compute-scale=0.5.")
  private List<String> changes = List.of();

  /** Whether any setting of the second prediction differs. */
  public boolean isGiven() {
    return !changes.isEmpty();
  }

  /**
   * Returns the requests of both predictions of a trace.
   *
   * @param options the settings of both predictions
   * @throws UsageException if the machine or the change is missing
   */
  public List<PredictionRequest> both(PredictionOptions options) {
    if (!options.areGiven()) {
      throw new UsageException(
          "found one file without --platform; expected two files that predict --json wrote, or a trace with --platform"
              + " MACHINE (tracecast platforms lists the machines)");
    }
    if (changes.isEmpty()) {
      throw new UsageException(
          "found no second prediction; expected --with MACHINE or --with KEY=VALUE, which states the difference"
              + " from the first prediction");
    }
    options.preferFlows();
    PredictionRequest first = options.request();
    return List.of(first, second(first));
  }

  private PredictionRequest second(PredictionRequest first) {
    Map<String, String> figures = new TreeMap<>();
    Set<String> keys = new LinkedHashSet<>();
    PredictionRequest second = first;
    for (String change : changes) {
      String text = CHANGE.matcher(change).matches() ? change : "platform=" + change;
      String key = text.substring(0, text.indexOf('='));
      String value = text.substring(key.length() + 1);
      Optional<Setting<?>> setting =
          Settings.all().stream().filter(one -> one.key().equals(key)).findFirst();
      keys.add(key);
      if (setting.isEmpty()) {
        figures.put(key, value);
      } else {
        second = setting.get().given(second, "--with " + key, value);
      }
    }
    if (keys.containsAll(Set.of("mapping", "nodes"))) {
      throw new UsageException(
          "--with: found mapping together with nodes; expected only one of the two");
    }
    Map<String, String> all = new TreeMap<>(keys.contains("platform") ? Map.of() : first.figures());
    all.putAll(figures);
    return second.with(draft -> draft.figures = all);
  }
}
