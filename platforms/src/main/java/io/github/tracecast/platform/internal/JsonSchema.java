package io.github.tracecast.platform.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.json.JsonMapper;

/** Writes a JSON Schema of machine files, from the table of keys that also checks these files. */
public final class JsonSchema {
  private JsonSchema() {}

  /** Returns the text of the schema. */
  public static String text(List<TopologyType> types) {
    Map<String, Map<String, Object>> sections = new TreeMap<>();
    List<Object> rules = new ArrayList<>();
    for (TopologyType type : types) {
      Set<String> ofNetwork = new TreeSet<>();
      new Schema(types, type.name(), Schema.ALL_SECTIONS).keys().forEach((key, rule) -> {
        int dot = key.indexOf('.');
        String section = key.substring(0, dot);
        String name = key.substring(dot + 1);
        sections
            .computeIfAbsent(section, any -> new TreeMap<>())
            .merge(name, figure(rule), JsonSchema::either);
        if (section.equals("network")) {
          ofNetwork.add(name);
        }
      });
      ofNetwork.add("source");
      rules.add(rule(type.name(), ofNetwork));
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    for (String heading : List.of("name", "description", "extends", "source")) {
      properties.put(heading, Map.of("type", "string"));
    }
    sections.forEach((section, figures) -> properties.put(section, section(section, figures)));
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "A machine of Tracecast");
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put(
        "patternProperties", Map.of("^(" + String.join("|", sections.keySet()) + ")[.]", Map.of()));
    schema.put("additionalProperties", false);
    schema.put("allOf", rules);
    return JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsString(schema);
  }

  private static Map<String, Object> section(String section, Map<String, Object> figures) {
    Map<String, Object> properties = new LinkedHashMap<>();
    properties.put("source", Map.of("type", "string"));
    properties.putAll(figures);
    Map<String, Object> written = new LinkedHashMap<>();
    written.put("type", "object");
    if (section.equals("node")) {
      properties.put("mode", value(List.of()));
      properties.put("modes", Map.of("type", "object"));
      properties.put("power", Map.of("type", "object"));
    }
    written.put("properties", properties);
    // the keys of node_names are names that users choose
    written.put("additionalProperties", section.equals("node_names"));
    return written;
  }

  /** The rule that a machine with this topology has only these keys in its section network. */
  private static Map<String, Object> rule(String topology, Set<String> ofNetwork) {
    Map<String, Object> names = Map.of("const", topology);
    Map<String, Object> stated = new LinkedHashMap<>();
    stated.put("properties", Map.of("value", names));
    stated.put("required", List.of("value"));
    Map<String, Object> network = new LinkedHashMap<>();
    network.put("properties", Map.of("topology", Map.of("anyOf", List.of(names, stated))));
    network.put("required", List.of("topology"));
    Map<String, Object> rule = new LinkedHashMap<>();
    rule.put(
        "if", Map.of("properties", Map.of("network", network), "required", List.of("network")));
    rule.put(
        "then",
        Map.of(
            "properties",
            Map.of("network", Map.of("propertyNames", Map.of("enum", List.copyOf(ofNetwork))))));
    return rule;
  }

  private static Object figure(Schema.Key rule) {
    Map<String, Object> figure = new LinkedHashMap<>(value(rule.kind().words()));
    figure.put(
        "description",
        Schema.plain(
            rule.meaning() + (rule.fallback() == null ? "; " : "; default: ") + rule.absent()));
    return figure;
  }

  /** The schema of a key's value, which is given alone or with its source. */
  private static Map<String, Object> value(List<String> words) {
    Map<String, Object> plain = words.isEmpty()
        ? Map.of("type", List.of("string", "number", "boolean", "array"))
        : Map.of("enum", words);
    Map<String, Object> withSource = new LinkedHashMap<>();
    withSource.put("type", "object");
    withSource.put("properties", Map.of("value", plain, "source", Map.of("type", "string")));
    withSource.put("required", List.of("value"));
    withSource.put("additionalProperties", false);
    return Map.of("anyOf", List.of(plain, withSource));
  }

  /** The schema of a key whose values differ in form between topologies. */
  private static Object either(Object one, Object other) {
    return one.equals(other) ? one : Map.of("anyOf", List.of(one, other));
  }
}
