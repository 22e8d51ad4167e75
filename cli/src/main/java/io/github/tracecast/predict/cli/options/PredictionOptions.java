package io.github.tracecast.predict.cli.options;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.platform.Quantity;
import io.github.tracecast.predict.model.Predictor;
import io.github.tracecast.predict.settings.EngineChoice;
import io.github.tracecast.predict.settings.PredictionRequest;
import io.github.tracecast.predict.settings.Setting;
import io.github.tracecast.predict.settings.Settings;
import io.github.tracecast.simulate.engine.Engines;
import io.github.tracecast.trace.text.Arguments;
import io.github.tracecast.trace.text.UsageException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/**
 * The options of a prediction, the same in every command that predicts: the options of all {@link
 * Settings}, which {@link #addTo} adds, and the memory limit of a replay.
 */
public final class PredictionOptions {
  /** The option that sets the limit of memory. The launcher gives it to the JVM as well. */
  static final String MEMORY = "--memory";

  private static final String PLATFORM = "--platform";

  @Option(names = "--contention", hidden = true)
  private @Nullable String contention;

  @Option(
      names = MEMORY,
      paramLabel = "SIZE",
      description =
          "Maximum memory of a replay, such as 16GB (default: half of the memory of the machine or its cgroup).")
  private @Nullable String memory;

  /** The values from the command line, by option name: a text, or a list if the option repeats. */
  private final Map<String, Object> given = new HashMap<>();

  /** Whether engine {@code flows} is the default, instead of the engine that {@code predict} chooses for the machine. */
  private boolean flows;

  private @Nullable Platform machine;

  /** Allows {@code --platform} to be missing. */
  public static final class PlatformMayBeMissing implements IDefaultValueProvider {
    @Override
    public @Nullable String defaultValue(ArgSpec argument) {
      return argument instanceof OptionSpec option && option.longestName().equals(PLATFORM)
          ? ""
          : null;
    }
  }

  /** Adds the options of all settings to a command that has a {@link PredictionOptions}. */
  public static void addTo(CommandSpec command) {
    for (CommandSpec mixin : command.mixins().values()) {
      if (mixin.userObject() instanceof PredictionOptions options) {
        Settings.all().forEach(setting -> command.addOption(options.option(setting)));
      }
    }
  }

  private OptionSpec option(Setting<?> setting) {
    String name = setting.option();
    Given texts = new Given(name);
    OptionSpec.Builder option = OptionSpec.builder(name)
        .paramLabel(setting.label())
        .required(name.equals(PLATFORM))
        .description(Arguments.asOptions(setting.described()).replace("%", "%%"))
        .getter(texts)
        .setter(texts);
    return setting.repeats()
        ? option.type(List.class).auxiliaryTypes(String.class).build()
        : option.type(String.class).build();
  }

  /** Binds an option to its entry in {@link #given}. */
  private final class Given implements IGetter, ISetter {
    private final String option;

    Given(String option) {
      this.option = option;
    }

    @Override
    @SuppressWarnings("unchecked") // picocli reads back the value that it set
    public <T> @Nullable T get() {
      return (T) given.get(option);
    }

    @Override
    public <T> @Nullable T set(@Nullable T value) {
      if (value == null || value.equals("")) {
        given.remove(option);
      } else {
        given.put(option, value);
      }
      return value;
    }
  }

  /**
   * Makes {@code flows} the default engine. It predicts the same times as {@code simgrid}, can run
   * many replays in one process, and records the load of each link.
   */
  public void preferFlows() {
    flows = true;
  }

  public boolean areGiven() {
    return !given.isEmpty() || memory != null;
  }

  public PredictionRequest request() {
    if (contention != null) {
      throw EngineChoice.instead("--contention", contention);
    }
    PredictionRequest request = PredictionRequest.on("", "");
    for (Setting<?> setting : Settings.all()) {
      for (Object text : texts(setting.option())) {
        request = setting.given(request, setting.option(), text.toString());
      }
    }
    if (!request.engine().isEmpty()) {
      return request;
    }
    String engine = flows ? Engines.FLOWS : Engines.usual(machine(request));
    return request.with(draft -> draft.engine = engine);
  }

  private List<?> texts(String option) {
    Object value = given.getOrDefault(option, List.of());
    return value instanceof List<?> all ? all : List.of(value);
  }

  /** Returns the machine, whose file is read only once. */
  public Platform machine(PredictionRequest request) {
    if (machine == null) {
      machine = PlatformCatalogue.load(request.platform(), request.figures());
    }
    return machine;
  }

  /** Returns the most bytes of memory that a replay may take. The launcher sets the limit of the JVM itself. */
  public long memoryLimit() {
    if (memory == null) {
      return Runtime.getRuntime().maxMemory();
    }
    return Quantity.parse(memory)
        .filter(
            size -> size.dimension() == Quantity.Dimension.SIZE && size.number().signum() > 0)
        .orElseThrow(() -> new UsageException(
            MEMORY + ": found " + memory + "; expected a size above 0, such as 16GB"))
        .inBaseUnit()
        .min(BigDecimal.valueOf(Long.MAX_VALUE))
        .longValue();
  }

  /**
   * Returns warnings about a {@code --seed} without random times, and about an engine that replaces
   * a missing one.
   */
  public List<String> warnings(PredictionRequest request) {
    List<String> warnings = new ArrayList<>();
    if (given.containsKey("--seed") && !new Predictor(request).isRandom()) {
      warnings.add("--seed has no effect: with --deltas "
          + request.deltas().name().toLowerCase(Locale.ROOT) + " nothing is random");
    }
    if (!given.containsKey("--engine") && !flows && !Engines.hasSimGrid()) {
      warnings.add(
          "SimGrid is not installed, so engine flows is used, which predicts the same times; ./tracecast setup"
              + " installs SimGrid");
    }
    return warnings;
  }
}
