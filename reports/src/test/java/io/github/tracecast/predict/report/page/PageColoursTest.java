package io.github.tracecast.predict.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contrasts as WCAG 2.2 defines them: 4.5 for text (1.4.3), 3 for graphics (1.4.11). */
class PageColoursTest {
  private static final List<String> SCHEMES = List.of("light", "dark");
  private static final List<String> TEXTS = List.of("ink", "faint", "link", "warn", "mark");

  /** The colours of a scheme by name. */
  private static Map<String, String> colours(String scheme) throws IOException {
    String styles;
    try (InputStream in = Page.class.getResourceAsStream("report.css")) {
      styles = new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
    String block = Pattern.compile(":root[^{]*\\{([^}]*)}")
        .matcher(styles)
        .results()
        .toList()
        .get(SCHEMES.indexOf(scheme))
        .group(1);
    Map<String, String> colours = new HashMap<>();
    Pattern.compile("--([a-z0-9-]+): #([0-9a-f]+);")
        .matcher(block)
        .results()
        .forEach(colour -> colours.put(colour.group(1), colour.group(2)));
    return colours;
  }

  private static double contrast(String a, String b) {
    double bright = Math.max(luminance(a), luminance(b));
    double dark = Math.min(luminance(a), luminance(b));
    return (bright + 0.05) / (dark + 0.05);
  }

  private static double luminance(String hex) {
    String all = hex.length() == 6 ? hex : hex.replaceAll("(.)", "$1$1");
    double[] weights = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      double part = Integer.parseInt(all.substring(2 * i, 2 * i + 2), 16) / 255.0;
      sum += weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void textAndChartsStandOutFromThePaper(String scheme) throws IOException {
    Map<String, String> colours = colours(scheme);

    for (String text : TEXTS) {
      for (String ground : List.of("paper", "band")) {
        assertThat(contrast(colours.get(text), colours.get(ground)))
            .as("%s on %s", text, ground)
            .isGreaterThanOrEqualTo(4.5);
      }
    }
    for (int series = 0; series < 8; series++) {
      assertThat(contrast(colours.get("series-" + series), colours.get("paper")))
          .as("series %d", series)
          .isGreaterThanOrEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void neighbouringPartsOfABarStandOutFromEachOther(String scheme) throws IOException {
    Map<String, String> colours = colours(scheme);

    for (int part = 0; part < 8; part++) {
      int next = (part + 1) % 8;
      assertThat(contrast(colours.get("series-" + part), colours.get("series-" + next)))
          .as("series %d beside series %d", part, next)
          .isGreaterThanOrEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void orderedLinesAndAmountsStandOutFromThePaper(String scheme) throws IOException {
    Map<String, String> colours = colours(scheme);

    for (String name :
        List.of("amount", "ordered-0", "ordered-1", "ordered-2", "ordered-3", "ordered-4")) {
      assertThat(contrast(colours.get(name), colours.get("paper")))
          .as(name)
          .isGreaterThanOrEqualTo(3);
    }
  }
}
