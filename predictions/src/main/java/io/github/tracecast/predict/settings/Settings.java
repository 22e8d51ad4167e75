package io.github.tracecast.predict.settings;

import io.github.tracecast.platform.MappingSpec;
import io.github.tracecast.predict.settings.Setting.Group;
import io.github.tracecast.simulate.FastForward;
import io.github.tracecast.simulate.ReplayOptions.DeltaMode;
import io.github.tracecast.trace.text.Names;
import io.github.tracecast.trace.text.UsageException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** All settings of a prediction. A new setting is an entry here, and a component of the request. */
public final class Settings {
  private static final Setting<String> PLATFORM = Setting.<String>named(
          "platform",
          "P",
          Group.MACHINE,
          "A machine from the catalogue (tracecast platforms), or a YAML file.")
      .texts(request -> unlessEmpty(request.platform()))
      .title("machine") // without words(): a report describes the whole machine
      .json("platform", JsonGenerator::writeString)
      .value(
          (option, text) -> text,
          PredictionRequest::platform,
          (draft, value) -> draft.platform = value);

  private static final Setting<Map<String, String>> SET = Setting.<Map<String, String>>named(
          "set",
          "KEY=VALUE",
          Group.MACHINE,
          "Replaces a value of the machine by a value with a unit, such as `set"
              + " network.link_bandwidth=350MBps`; repeatable.")
      .repeats()
      .texts(request -> joined(request.figures(), "="))
      .title("figure set")
      .words(request -> joined(request.figures(), " = "))
      .json("platform_figures_set", (json, figures) -> {
        json.writeStartObject();
        new TreeMap<>(figures).forEach(json::writeStringProperty);
        json.writeEndObject();
      })
      .value(
          (option, text) -> figure(option, text, text.indexOf('=')),
          PredictionRequest::figures,
          (draft, value) -> draft.figures = together(draft.figures, value));

  private static final Setting<String> MAPPING = Setting.<String>named(
          "mapping",
          "M",
          Group.MACHINE,
          "Mapping of ranks to nodes: blocked, round-robin, random[:SEED], file:PATH, or on a torus a"
              + " permutation of xyzt (default: xyzt on a torus, blocked on other machines).")
      .usual(PredictionRequest.DEFAULT_MAPPING)
      .texts(request -> request.mapping().equals(PredictionRequest.DEFAULT_MAPPING)
              || request.mapping().startsWith(MappingSpec.NODES)
          ? List.of()
          : List.of(request.mapping()))
      .words(request -> List.of(request.mapping()))
      .json("mapping", JsonGenerator::writeString)
      .value(
          (option, text) -> text,
          PredictionRequest::mapping,
          (draft, value) -> draft.mapping = value);

  /** Sets the request's mapping, which only {@link #MAPPING} writes to reports and JSON. */
  private static final Setting<String> NODES = Setting.<String>named(
          "nodes",
          "FILE",
          Group.MACHINE,
          "Places ranks on the nodes of a job, instead of by `mapping`. FILE is a hostfile, a CSV file of ranks"
              + " and nodes, a Slurm list such as nid[001000-001255], a file with such a list, or the word job for the nodes"
              + " of the Slurm or PBS job in which this command runs.")
      .texts(request -> request.mapping().startsWith(MappingSpec.NODES)
          ? List.of(request.mapping().substring(MappingSpec.NODES.length()))
          : List.of())
      .value(
          (option, text) -> MappingSpec.NODES + NodesOfJob.of(text, option, System.getenv()),
          PredictionRequest::mapping,
          (draft, value) -> draft.mapping = value);

  private static final Setting<String> ENGINE = Setting.<String>named(
          "engine",
          "NAME",
          Group.SIMULATION,
          "The engine. simgrid (SimGrid) and flows model contention: messages on a link share its bandwidth."
              + " simgrid and flows predict the same times, but flows is faster. loggp is the LogGP model,"
              + " without contention (default: flows; in predict, simgrid if it is installed and can model the"
              + " machine).")
      .texts(request -> unlessEmpty(request.engine()))
      .json("engine", JsonGenerator::writeString) // without words(): reports also name the version
      .value(
          (option, text) -> text,
          PredictionRequest::engine,
          (draft, value) -> draft.engine = value);

  private static final Setting<DeltaMode> DELTAS = Setting.<DeltaMode>named(
          "deltas",
          "MODE",
          Group.COMPUTATION,
          "Which recorded computation times to use: auto (the times of the kept iterations, one after another,"
              + " or avg if the trace keeps none), avg, min, max, or histogram, which draws a random time for"
              + " each execution (default: ${DEFAULT-VALUE}).")
      .usual("auto")
      .texts(request ->
          request.deltas() == DeltaMode.AUTO ? List.of() : List.of(name(request.deltas())))
      .words(request -> List.of(ChosenTimes.words(request.deltas(), request.seed())))
      .json("deltas", (json, mode) -> json.writeString(name(mode)))
      .value(
          (option, text) -> Names.one(option, text, DeltaMode.values()),
          PredictionRequest::deltas,
          (draft, value) -> draft.deltas = value);

  private static final Setting<Long> SEED = Setting.<Long>named(
          "seed",
          "N",
          Group.COMPUTATION,
          "Random seed of `deltas histogram` and of a machine's noise (default: ${DEFAULT-VALUE}).")
      .usual("1")
      .texts(request -> request.seed() != 1 ? List.of(Long.toString(request.seed())) : List.of())
      .json("seed", JsonGenerator::writeNumber) // without words(): the text of deltas has the seed
      .value(SettingValues::whole, PredictionRequest::seed, (draft, value) -> draft.seed = value);

  private static final Setting<ComputeScale> COMPUTE_SCALE = Setting.<ComputeScale>named(
          "compute-scale",
          "F",
          Group.COMPUTATION,
          "Multiplies all recorded computation times by F. F is a factor, such as 0.5 for cores that are twice as fast; a ratio of processor speeds"
              + " RECORDED/TARGET, such as 3.5/2.8; or the speed of the recording's processor, such as 10Gf, which is divided by the machine's"
              + " node.speed (default: ${DEFAULT-VALUE}, as recorded).")
      .usual("1")
      .texts(request ->
          request.computeScale().isGiven() ? List.of(request.computeScale().option()) : List.of())
      .title("computation") // without words(): the line about recorded computation has the factor
      .json("compute_scale", (json, scale) -> {
        if (scale.recordedSpeed() > 0) {
          json.writeNull(); // the factor is not known, because it depends on the machine
        } else {
          json.writeNumber(scale.factor());
        }
      })
      .value(
          ComputeScale::parse,
          PredictionRequest::computeScale,
          (draft, value) -> draft.computeScale = value);

  private static final Setting<Map<String, Double>> COMPUTE_SCALE_AT =
      Setting.<Map<String, Double>>named(
              "compute-scale-at",
              "SITE=F",
              Group.COMPUTATION,
              "Also multiplies the computation before the calls of call site SITE by F, such as 16=0.5;"
                  + " repeatable. SITE is"
                  + " the call site's number in the report, or a unique part of its name.")
          .repeats()
          .texts(request -> joined(request.computeScaleAt(), "="))
          .title("computation at a call site") // without words(), like compute-scale
          .json("compute_scale_at", (json, factors) -> {
            json.writeStartObject();
            new TreeMap<>(factors)
                .forEach((site, factor) -> json.writeNumberProperty(site, factor.doubleValue()));
            json.writeEndObject();
          })
          .value(
              Settings::factorAt,
              PredictionRequest::computeScaleAt,
              (draft, value) -> draft.computeScaleAt = together(draft.computeScaleAt, value));

  private static final String CONFIDENCE = ":confidence=";

  private static final Setting<FastForward> FAST_FORWARD = Setting.<FastForward>named(
          "fast-forward",
          "MODE",
          Group.SIMULATION,
          "Whether to skip iterations of long loops. auto replays a loop until its iterations become periodic,"
              + " and then adds the time of the remaining iterations; off replays every iteration (default:"
              + " ${DEFAULT-VALUE}). If iterations differ at random (by random computation or adaptive"
              + " routing), auto replays until the average time of an iteration is known to 1% with 95%"
              + " confidence; P[:confidence=C] replaces these two values, such as 0.5%:confidence=99%.")
      .usual("auto")
      .texts(Settings::fastForwardText)
      .words(Settings::fastForwardText)
      .json("fast_forward", (json, fastForward) -> {
        json.writeString(fastForward.enabled() ? "auto" : "off");
        json.writeNumberProperty("confidence", fastForward.confidence());
        json.writeNumberProperty("precision", fastForward.precision());
      })
      .value(
          Settings::fastForward,
          PredictionRequest::fastForward,
          (draft, value) -> draft.fastForward = new FastForward(
              value.enabled(),
              draft.fastForward.tolerance(),
              value.confidence(),
              value.precision()));

  /** All settings, in the order of options, files and reports. */
  private static final List<Setting<?>> ALL = List.of(
      PLATFORM,
      SET,
      MAPPING,
      NODES,
      ENGINE,
      DELTAS,
      SEED,
      COMPUTE_SCALE,
      COMPUTE_SCALE_AT,
      FAST_FORWARD);

  private Settings() {}

  public static List<Setting<?>> all() {
    return ALL;
  }

  public static List<Setting<?>> of(Group group) {
    return ALL.stream().filter(setting -> setting.group() == group).toList();
  }

  /**
   * Returns the setting with this key.
   *
   * @throws IllegalArgumentException if no setting has this key
   */
  public static Setting<?> of(String key) {
    return ALL.stream()
        .filter(setting -> setting.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(key));
  }

  /** Returns the command's options that produce a request, without options for default values. */
  public static List<String> options(PredictionRequest request, List<Setting<?>> settings) {
    List<String> words = new ArrayList<>();
    for (Setting<?> setting : settings) {
      setting.texts().apply(request).forEach(text -> words.addAll(List.of(setting.option(), text)));
    }
    return words;
  }

  /** Passes each line of a report about the settings to {@code line}, with its title. */
  public static void describe(PredictionRequest request, BiConsumer<String, String> line) {
    ALL.forEach(setting ->
        setting.words().apply(request).forEach(words -> line.accept(setting.title(), words)));
  }

  /**
   * Writes the settings as members of the result's JSON object.
   *
   * @param without keys of settings that this method leaves out, because other members have their
   *     values
   */
  public static void write(PredictionRequest request, JsonGenerator json, Set<String> without) {
    ALL.stream()
        .filter(setting -> !without.contains(setting.key()))
        .forEach(setting -> setting.write(request, json));
  }

  /**
   * Returns all settings as texts, by name in JSON; members of JSON objects are named as in {@link
   * #texts}.
   */
  public static Map<String, String> members(PredictionRequest request) {
    StringWriter written = new StringWriter();
    try (JsonGenerator json = JsonMapper.shared().createGenerator(written)) {
      json.writeStartObject();
      write(request, json, Set.of());
      json.writeEndObject();
    }
    Map<String, String> members = new TreeMap<>();
    JsonMapper.shared()
        .readTree(written.toString())
        .properties()
        .forEach(member -> members.putAll(texts(member.getKey(), member.getValue())));
    return members;
  }

  /**
   * Returns a JSON value as text for readers. The members of an object are named {@code NAME.KEY}.
   */
  public static Map<String, String> texts(String name, @Nullable JsonNode value) {
    if (value == null || !value.isObject()) {
      return Map.of(name, text(value));
    }
    Map<String, String> texts = new TreeMap<>();
    value
        .properties()
        .forEach(member -> texts.put(name + "." + member.getKey(), text(member.getValue())));
    return texts;
  }

  /**
   * Returns a value of JSON as text for people; empty if the value is missing. The numbers of a
   * list are joined to a shape, such as 4x4x2.
   */
  public static String text(@Nullable JsonNode value) {
    return value == null || value.isNull()
        ? ""
        : value.isString()
            ? value.stringValue()
            : value.isArray()
                ? value.valueStream().map(JsonNode::toString).collect(Collectors.joining("x"))
                : value.toString();
  }

  private static Map<String, String> figure(String option, String text, int equals) {
    if (equals <= 0) {
      throw new UsageException(
          option + ": found " + text + "; expected KEY=VALUE, such as node.speed=2Gf");
    }
    return Map.of(text.substring(0, equals), text.substring(equals + 1));
  }

  /**
   * Parses a factor of a call site. The last equals sign separates site and factor, because a call
   * site's name may contain an equals sign.
   */
  private static Map<String, Double> factorAt(String option, String text) {
    int equals = text.lastIndexOf('=');
    if (equals <= 0) {
      throw new UsageException(
          option + ": found " + text + "; expected SITE=F, such as 16=0.5 for call site 16");
    }
    String site = text.substring(0, equals);
    return Map.of(site, SettingValues.factor(option + " " + site, text.substring(equals + 1)));
  }

  private static <V> SortedMap<String, V> together(Map<String, V> some, Map<String, V> more) {
    SortedMap<String, V> all = new TreeMap<>(some);
    all.putAll(more);
    return all;
  }

  private static <V> List<String> joined(Map<String, V> values, String between) {
    return new TreeMap<>(values)
        .entrySet().stream()
            .map(entry -> entry.getKey() + between + entry.getValue())
            .toList();
  }

  private static List<String> unlessEmpty(String text) {
    return text.isEmpty() ? List.of() : List.of(text);
  }

  private static FastForward fastForward(String option, String text) {
    return switch (text) {
      case "auto" -> FastForward.auto();
      case "off" -> FastForward.off();
      default -> {
        String[] parts = text.split(CONFIDENCE, 2);
        if (!parts[0].matches("[0-9.].*")) {
          throw new UsageException(option + ": found " + text
              + "; expected auto, off or a precision such as 1% or 1%:confidence=95%");
        }
        yield new FastForward(
            true,
            FastForward.DEFAULT_TOLERANCE,
            parts.length == 1
                ? FastForward.DEFAULT_CONFIDENCE
                : SettingValues.share(option + " confidence", parts[1]),
            SettingValues.share(option, parts[0]));
      }
    };
  }

  private static List<String> fastForwardText(PredictionRequest request) {
    FastForward of = request.fastForward();
    if (!of.enabled()) {
      return List.of("off");
    }
    if (of.confidence() != FastForward.DEFAULT_CONFIDENCE) {
      return List.of(of.precision() + CONFIDENCE + of.confidence());
    }
    return of.precision() == FastForward.DEFAULT_PRECISION
        ? List.of()
        : List.of(Double.toString(of.precision()));
  }

  private static String name(DeltaMode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }
}
