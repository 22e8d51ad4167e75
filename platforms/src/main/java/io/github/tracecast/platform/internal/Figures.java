package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.Nearest;
import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** The checked keys of a machine, each with its text, value, source, and place in the file. */
public final class Figures {
  public static final String BY_USER = "set by the user";

  private final String label;
  private final Function<String, String> files;
  private final List<TopologyType> types;
  private final Map<String, PlatformFile.Entry> entries;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final TreeMap<String, String> texts = new TreeMap<>();
  private final TreeMap<String, String> sources = new TreeMap<>();

  /**
   * Checks every entry against the keys of the machine's topology.
   *
   * @param label the file's name in messages
   * @param entries the entries of the file, with overrides applied
   * @param types all topologies
   * @param files returns the text of a file that the machine names; null if there is no such file
   */
  Figures(
      String label,
      Map<String, PlatformFile.Entry> entries,
      Function<String, String> files,
      List<TopologyType> types) {
    this.label = label;
    this.files = files;
    this.types = types;
    this.entries = entries;
    PlatformFile.Entry topology = entries.get("network.topology");
    if (topology == null) {
      throw missing("network.topology");
    }
    List<String> legal = TopologyType.names(types);
    if (!legal.contains(topology.text())) {
      throw refuse("network.topology", "one of " + String.join(", ", legal));
    }
    Schema schema = new Schema(types, topology.text(), entries.keySet());
    for (String key : entries.keySet()) {
      if (!schema.keys().containsKey(key) && !Schema.HEADINGS.contains(key)) {
        throw unknown(key, topology.text(), schema.keys().keySet());
      }
    }
    schema.keys().forEach(this::take);
  }

  private void take(String key, Schema.Key rule) {
    PlatformFile.Entry entry = entries.get(key);
    String fallback = rule.fallback();
    if (entry == null && fallback == null) {
      throw missing(key);
    }
    String text = entry == null ? fallback(Objects.requireNonNull(fallback)) : entry.text();
    texts.put(key, text);
    sources.put(key, entry == null ? rule.source() : source(entry));
    try {
      values.put(key, rule.kind().read(text));
    } catch (InvalidFigure e) {
      throw refuse(key, e.getMessage());
    }
  }

  private String fallback(String text) {
    return text.startsWith("=") ? text(text.substring(1)) : text;
  }

  private static String source(PlatformFile.Entry entry) {
    return entry.source().isEmpty() ? entry.place() + ", no source given" : entry.source();
  }

  private PlatformException missing(String key) {
    return new PlatformException(label + ": " + key
        + ": missing key; add it to the file or set it with `set " + key + "=...`");
  }

  private PlatformException unknown(String key, String topology, Set<String> legal) {
    String place = Objects.requireNonNull(entries.get(key)).place();
    String what = at(place, key) + ": unknown key";
    if (key.equals(Platform.RANKS_PER_NODE)) {
      return new PlatformException(what + "; this machine has node modes, so set node.mode");
    }
    for (String other : TopologyType.names(types)) {
      if (new Schema(types, other, entries.keySet()).keys().containsKey(key)) {
        return new PlatformException(what + "; it is a key of " + other
            + " machines, and this machine is a "
            + topology + " with "
            + String.join(
                ", ", legal.stream().filter(word -> word.startsWith("network.")).toList()));
      }
    }
    return new PlatformException(what + "; did you mean " + Nearest.to(key, legal) + "?");
  }

  /** Creates the error for a key's value, with its place in the file. */
  public PlatformException refuse(String key, String expected) {
    PlatformFile.Entry entry = entries.get(key);
    String place = entry == null ? label : entry.place();
    String text = entry == null ? text(key) : entry.text();
    return new PlatformException(
        at(place, key) + ": found " + brief(text) + "; expected " + expected);
  }

  /** Returns place and key as text for an error. For an override, the place is the key itself. */
  private static String at(String place, String key) {
    return place.startsWith("`set ") ? "`set " + brief(key) + "`" : place + ": " + brief(key);
  }

  private static String brief(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.isEmpty() ? "nothing" : Fields.brief(line);
  }

  /** The text of the file that is the value of a key. */
  public String file(String key) {
    String text = files.apply(text(key));
    if (text == null) {
      throw refuse(key, "a file in the folder of the machine file, or in a folder below it");
    }
    return text;
  }

  public boolean has(String key) {
    return values.containsKey(key);
  }

  /** Whether the file or the user gives a key. */
  boolean isGiven(String key) {
    return entries.containsKey(key);
  }

  /** Returns the keys with this prefix, in order. */
  List<String> keys(String prefix) {
    return values.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  public double number(String key) {
    return get(key, Double.class);
  }

  public int count(String key) {
    return get(key, Integer.class);
  }

  public <T> T get(String key, Class<T> type) {
    return type.cast(Objects.requireNonNull(values.get(key), key));
  }

  @SuppressWarnings("unchecked") // callers pass only keys whose values are lists
  public <T> List<T> list(String key) {
    return (List<T>) Objects.requireNonNull(values.get(key), key);
  }

  /** The text of a value, as written. */
  public String text(String key) {
    return Objects.requireNonNull(texts.get(key), key);
  }

  /** The topology that is the value of {@code network.topology}. */
  TopologyType type() {
    return TopologyType.named(text("network.topology"), types);
  }

  TreeMap<String, String> texts() {
    return texts;
  }

  TreeMap<String, String> sources() {
    return sources;
  }
}
