package io.github.tracecast.predict.print;

import io.github.tracecast.platform.Platform;
import io.github.tracecast.platform.PlatformCatalogue;
import io.github.tracecast.predict.text.JsonOutput;
import io.github.tracecast.predict.text.TerminalWriter;
import io.github.tracecast.predict.text.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JsonGenerator;

/**
 * Machines as text for people and as JSON: the whole catalogue, or one machine with all its values.
 */
public sealed interface PlatformListing {
  void print(PrintWriter out);

  /** Writes the members of the listing's JSON object. */
  void write(JsonGenerator json);

  /** All machines, one in each line. */
  static PlatformListing ofCatalogue() {
    return new Catalogue(PlatformCatalogue.names().stream()
        .map(name -> PlatformCatalogue.load(name, Map.of()))
        .toList());
  }

  /** One machine with its values and their sources. */
  static PlatformListing of(Platform platform) {
    return new Figures(platform);
  }

  record Catalogue(List<Platform> platforms) implements PlatformListing {
    @Override
    public void print(PrintWriter out) {
      TextTable table = new TextTable("lw");
      platforms.forEach(platform -> table.row(platform.name(), platform.description()));
      table.print(out, "");
    }

    @Override
    public void write(JsonGenerator json) {
      JsonOutput.objects(json, "platforms", platforms, platform -> {
        json.writeStringProperty("name", platform.name());
        json.writeStringProperty("description", platform.description());
      });
    }
  }

  record Figures(Platform platform) implements PlatformListing {
    @Override
    public void print(PrintWriter out) {
      TerminalWriter.of(out).paragraph("", platform.name() + ": " + platform.description());
      out.println();
      TextTable table = new TextTable("lww");
      platform.figures().forEach((key, value) -> {
        List<String> values = value.lines().toList();
        table.row(key, values.isEmpty() ? "" : values.getFirst(), source(key));
        values.stream().skip(1).forEach(line -> table.row("", line, ""));
      });
      table.print(out, "");
    }

    @Override
    public void write(JsonGenerator json) {
      json.writeStringProperty("name", platform.name());
      json.writeStringProperty("description", platform.description());
      json.writeObjectPropertyStart("figures");
      platform.figures().forEach((key, value) -> {
        json.writeObjectPropertyStart(key);
        json.writeStringProperty("value", value);
        json.writeStringProperty("source", source(key));
        json.writeEndObject();
      });
      json.writeEndObject();
    }

    private String source(String key) {
      return platform.provenance().getOrDefault(key, "");
    }
  }
}
