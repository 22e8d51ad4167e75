package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.chart.Chart;
import io.github.tracecast.predict.report.html.Html;
import io.github.tracecast.trace.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.json.JsonFactory;

/**
 * A self-contained page with its styles, scripts and data. The page's security policy forbids
 * downloads and scripts from elsewhere. Text and tables work without scripts; charts and sorting
 * need them.
 *
 * @param result the name of the member of the page's data that has the result's JSON
 * @param sections the sections, the head of the page first
 */
public record Page(String title, String result, List<PageSection> sections) {
  /** Returns a file's name without its folders, for titles. */
  public static String fileName(String path) {
    return path.substring(path.lastIndexOf('/', path.length() - 2) + 1);
  }

  /**
   * Writes the page.
   *
   * @param figures writes the members of the result's JSON
   */
  public void write(Writer out, Consumer<JsonGenerator> figures) throws IOException {
    String styles = lean(resource("report.css"));
    // without this, developer tools would fetch the file that the library's last comment names
    String library =
        resource("chart.umd.min.js").replaceFirst("\n//# sourceMappingURL=.*\n?", "\n");
    String script = lean(resource("report.js"));
    out.write("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    Html head = new Html();
    head.open(
            "meta",
            "http-equiv",
            "Content-Security-Policy",
            "content",
            "default-src 'none'; script-src " + hash(library) + " " + hash(script) + "; style-src "
                + hash(styles) + "; base-uri 'none'; form-action 'none'")
        .open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1")
        .open("meta", "name", "color-scheme", "content", "light dark")
        .element("title", title);
    out.write(head.toString());
    out.write("<style>" + styles + "</style>\n</head>\n");
    List<SectionBody> shown =
        sections.stream().map(SectionBody::of).filter(body -> !body.isEmpty()).toList();
    out.write(body(shown));
    out.write("<script type=\"application/json\" id=\"data\">");
    data(out, figures, shown);
    out.write("</script>\n<script>" + library + "</script>\n<script>" + script + "</script>\n");
    out.write("</body>\n</html>\n");
  }

  private String body(List<SectionBody> shown) {
    Html html = new Html();
    html.open("body").element("a", "Skip to the report", "class", "skip", "href", "#main");
    html.open("header").open("h1");
    for (String part : title.split("(?<=[/.])")) { // a line may break inside a path
      html.text(part).open("wbr");
    }
    html.close("h1").close("header");
    html.open("nav", "aria-label", "Sections").open("ul");
    for (SectionBody content : shown) {
      PageSection section = content.section();
      html.open("li").element("a", section.title(), "href", "#" + section.id()).close("li");
    }
    html.close("ul").close("nav").open("main", "id", "main");
    for (SectionBody content : shown) {
      PageSection section = content.section();
      String heading = section.id() + "-heading";
      html.open("section", "id", section.id(), "aria-labelledby", heading);
      html.element("h2", section.title(), "id", heading);
      html.append(content);
      html.close("section");
    }
    html.close("main");
    html.open("noscript")
        .element(
            "p",
            "Scripts are disabled, so charts are missing and tables cannot be sorted. Everything else is shown.")
        .close("noscript");
    html.element("p", "", "role", "status", "class", "unseen", "id", "status");
    return html.toString();
  }

  private void data(Writer out, Consumer<JsonGenerator> figures, List<SectionBody> shown) {
    JsonFactory factory = JsonFactory.builder()
        .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
        .characterEscapes(new InsideHtml())
        .build();
    try (JsonGenerator json = factory.createGenerator(ObjectWriteContext.empty(), out)) {
      json.writeStartObject();
      json.writeObjectPropertyStart(result);
      figures.accept(json);
      json.writeEndObject();
      json.writeObjectPropertyStart("charts");
      for (SectionBody content : shown) {
        for (Chart chart : content.charts()) {
          json.writeObjectPropertyStart(chart.id());
          chart.data(json);
          json.writeEndObject();
        }
      }
      json.writeEndObject();
      json.writeEndObject();
    }
  }

  private static String resource(String name) {
    try (InputStream in = Page.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a source without indentation and comment lines, which saves 9 kB of a page. */
  private static String lean(String source) {
    return source
        .lines()
        .map(String::strip)
        .filter(line -> !(line.startsWith("/*") && line.endsWith("*/")))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** Returns the hash of a script or style for the page's security policy. */
  private static String hash(String content) {
    byte[] digest = HexFormat.of().parseHex(Sha256.of(content));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }

  /** Escapes characters that could end a script in HTML. */
  private static final class InsideHtml extends CharacterEscapes {
    private static final long serialVersionUID = 1;

    private final int[] escapes = standardAsciiEscapesForJSON();

    private InsideHtml() {
      for (char c : "<>&".toCharArray()) {
        escapes[c] = ESCAPE_STANDARD;
      }
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return escapes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int c) {
      return null;
    }
  }
}
