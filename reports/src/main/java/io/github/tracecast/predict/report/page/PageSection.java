package io.github.tracecast.predict.report.page;

import io.github.tracecast.trace.text.Arguments;
import java.util.List;
import java.util.function.Consumer;

/**
 * A part of a page with a heading. The page leaves out a section that writes nothing.
 *
 * @param id the section's anchor, unique on the page
 * @param title the section's heading
 * @param content writes everything below the heading
 */
public record PageSection(String id, String title, Consumer<SectionBody> content) {
  /** Returns the section with the warnings about a result. */
  public static PageSection ofWarnings(List<String> warnings) {
    return new PageSection("warnings", "Warnings", body -> {
      if (!warnings.isEmpty()) {
        body.open("ul", "class", "warnings");
        Arguments.asOptions(warnings).forEach(warning -> body.element("li", warning));
        body.close("ul");
      }
    });
  }
}
