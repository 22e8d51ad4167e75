package io.github.tracecast.platform.internal;

import io.github.tracecast.platform.PlatformException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.dataformat.yaml.YAMLFactory;

/**
 * Reads a platform file into dotted keys with their texts, places and sources.
 *
 * <p>A figure is a plain value, or a mapping {@code {value: ..., source: "..."}}. A {@code source}
 * beside figures applies to all figures of its section that have no source. At the top level it
 * applies to the whole file. The entries of a sequence are joined by {@code ; }.
 */
final class PlatformFile {
  private static final int LONGEST_VALUE = 100_000;

  /**
   * A value of the file.
   *
   * @param text the text of the value, as the file has it
   * @param place file and line
   * @param source the origin of the figure; empty if the file does not give it
   */
  record Entry(String text, String place, String source) {}

  private final String label;
  private final JsonParser parser;
  private final Map<String, Entry> entries = new LinkedHashMap<>();
  private final List<String> order = new ArrayList<>();

  private PlatformFile(String label, JsonParser parser) {
    this.label = label;
    this.parser = parser;
  }

  /**
   * Reads a file's text.
   *
   * @param label the file's name in messages
   * @throws PlatformException if the text is not a YAML mapping of this form
   */
  static Map<String, Entry> read(String label, String yaml) {
    try (JsonParser parser = new YAMLFactory().createParser(ObjectReadContext.empty(), yaml)) {
      PlatformFile file = new PlatformFile(label, parser);
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new PlatformException(
            (first == null ? label + ": found an empty file" : file.place() + ": found no mapping")
                + "; expected a machine with the sections node, network and mpi");
      }
      file.section("");
      if (parser.nextToken() != null) {
        throw new PlatformException(
            file.place() + ": found a second document; expected one machine per file");
      }
      return file.entries;
    } catch (JacksonException e) {
      int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
      String reason =
          e.getOriginalMessage().lines().findFirst().orElse("unreadable").strip();
      throw new PlatformException(
          label + ":" + line + ": found invalid YAML (" + reason
              + "); expected lines such as key: value",
          e);
    }
  }

  private String place() {
    return label + ":" + parser.currentTokenLocation().getLineNr();
  }

  /** Reads the YAML mapping that starts at the current token. */
  private void section(String prefix) {
    int first = order.size();
    String source = "";
    Entry value = null;
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      String place = place();
      JsonToken token = parser.nextToken();
      String key = prefix.isEmpty() ? name : prefix + "." + name;
      if (token == JsonToken.START_OBJECT) {
        section(key);
      } else {
        String text = token == JsonToken.START_ARRAY ? sequence(key) : scalar(key, token);
        if (name.equals("source")) {
          source = text;
        } else if (name.equals("value") && !prefix.isEmpty()) {
          value = new Entry(text, place, "");
        } else {
          put(key, new Entry(text, place, ""));
        }
      }
    }
    if (value != null) {
      if (order.size() > first) {
        String key = order.get(first);
        throw new PlatformException(Objects.requireNonNull(entries.get(key)).place()
            + ": unknown key " + key + "; only source may stand beside value");
      }
      put(prefix, value);
    }
    for (String key : source.isEmpty() ? List.<String>of() : order.subList(first, order.size())) {
      Entry entry = Objects.requireNonNull(entries.get(key));
      if (entry.source().isEmpty()) {
        entries.put(key, new Entry(entry.text(), entry.place(), source));
      }
    }
  }

  private void put(String key, Entry entry) {
    Entry before = entries.put(key, entry);
    order.add(key);
    if (before != null) {
      throw new PlatformException(entry.place() + ": " + key
          + ": found a second value; the first is in " + before.place() + "; expected one");
    }
  }

  private String sequence(String key) {
    StringBuilder joined = new StringBuilder();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      joined.append(joined.isEmpty() ? "" : "; ").append(scalar(key, parser.currentToken()));
      requireShort(key, joined.length());
    }
    return joined.toString();
  }

  private String scalar(String key, JsonToken token) {
    if (token == null || !token.isScalarValue() || token == JsonToken.VALUE_NULL) {
      throw new PlatformException(place() + ": " + key + ": found no value; expected a value");
    }
    String text = parser.getString().strip();
    requireShort(key, text.length());
    return text;
  }

  private void requireShort(String key, int characters) {
    if (characters > LONGEST_VALUE) {
      throw new PlatformException(place() + ": " + key + ": found more than " + LONGEST_VALUE
          + " characters; expected a shorter value");
    }
  }
}
