package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.PlatformException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The checked figures of one machine: each key's text, value, place and source. */
final class Figures {
  static final String BY_USER = "set by the user";
  static final String BY_DEFAULT = "default of the format";

  private final String label;
  private final Map<String, PlatformFile.Entry> entries;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final TreeMap<String, String> texts = new TreeMap<>();
  private final TreeMap<String, String> sources = new TreeMap<>();

  /**
   * Checks every entry against the schema of its machine.
   *
   * @param label the file's name in messages
   * @param entries of the file, with overrides in place of what they override
   */
  Figures(String label, Map<String, PlatformFile.Entry> entries) {
    this.label = label;
    this.entries = entries;
    PlatformFile.Entry topology = entries.get("network.topology");
    if (topology == null) {
      throw missing("network.topology");
    }
    if (!Schema.TOPOLOGIES.contains(topology.text())) {
      throw refuse("network.topology", "one of " + String.join(", ", Schema.TOPOLOGIES));
    }
    Schema schema = new Schema(topology.text(), entries.keySet());
    for (String key : entries.keySet()) {
      if (!schema.keys().containsKey(key) && !Schema.HEADINGS.contains(key)) {
        throw unknown(key, schema.keys().keySet());
      }
    }
    schema.keys().forEach(this::take);
  }

  private void take(String key, Schema.Key rule) {
    PlatformFile.Entry entry = entries.get(key);
    if (entry == null && rule.fallback() == null) {
      throw missing(key);
    }
    String text = entry == null ? rule.fallback() : entry.text();
    try {
      values.put(key, rule.kind().read(text));
    } catch (Refused e) {
      throw refuse(key, e.getMessage());
    }
    texts.put(key, text);
    sources.put(key, entry == null ? BY_DEFAULT : entry.source().isEmpty() ? entry.place() + ", no source given" : entry.source());
  }

  private PlatformException missing(String key) {
    return new PlatformException(label + ": " + key + ": found no such key; expected a value, in the file or as --set " + key + "=...");
  }

  private PlatformException unknown(String key, Set<String> legal) {
    List<String> words = new ArrayList<>(new TreeSet<>(legal));
    return new PlatformException(
        entries.get(key).place() + ": unknown key " + key + "; did you mean " + Nearest.to(key, words) + "? (tracecast platforms NAME lists all keys)");
  }

  /** A refusal of a key's value, at its place. */
  PlatformException refuse(String key, String expected) {
    PlatformFile.Entry entry = entries.get(key);
    String place = entry == null ? label : entry.place();
    String text = entry == null ? texts.get(key) : entry.text();
    String what = place.endsWith(key) ? place : place + ": " + key;
    return new PlatformException(what + ": found " + brief(text) + "; expected " + expected);
  }

  private static String brief(String text) {
    String line = text.replaceAll("\\s+", " ");
    return line.isEmpty() ? "nothing" : line.length() <= 80 ? line : line.substring(0, 77) + "...";
  }

  boolean has(String key) {
    return values.containsKey(key);
  }

  /** Keys that begin like this, in order. */
  List<String> keys(String prefix) {
    return values.keySet().stream().filter(key -> key.startsWith(prefix)).toList();
  }

  double number(String key) {
    return (Double) values.get(key);
  }

  int count(String key) {
    return (Integer) values.get(key);
  }

  <T> T get(String key, Class<T> type) {
    return type.cast(values.get(key));
  }

  @SuppressWarnings("unchecked") // each caller names a key whose kind reads such a list
  <T> List<T> list(String key) {
    return (List<T>) values.get(key);
  }

  TreeMap<String, String> texts() {
    return texts;
  }

  TreeMap<String, String> sources() {
    return sources;
  }
}
