package io.github.tracecast.predict.report.page;

import io.github.tracecast.predict.report.html.Table;
import java.io.IOException;
import java.util.List;

/**
 * The data that are needed to reproduce a report.
 *
 * @param command the command line, for a shell
 * @param version the version of Tracecast
 * @param engine the engine's name and version; empty if nothing was replayed
 * @param inputs the input files of the result, with checksums
 */
public record Reproduction(String command, String version, String engine, List<Input> inputs) {
  /**
   * An input file or folder.
   *
   * @param role the role of the input, for example trace
   * @param name the name, as the user wrote it
   * @param sha256 the input's checksum in hexadecimal digits; empty if the input has none, such as
   *     a pipe
   * @param check the command that prints the same checksum
   */
  public record Input(String role, String name, String sha256, String check) {}

  /** Reads the input files for their checksums. */
  public interface Inputs {
    List<Input> get() throws IOException;
  }

  /** Returns the section with the instructions to reproduce the result. */
  public PageSection section() {
    return section("");
  }

  /**
   * Returns the section with the instructions to reproduce the result.
   *
   * @param cost a sentence about the effort of computing the result; may be empty
   */
  public PageSection section(String cost) {
    return section(cost, "The same version, command and inputs give the same result.");
  }

  /** Returns the section of a page with times that were measured, not simulated. */
  public PageSection ofMeasurement() {
    return section("", "Times are measured, so they differ from run to run.");
  }

  private PageSection section(String cost, String repeatability) {
    return new PageSection("reproduce", "How to reproduce it", body -> {
      body.open("pre", "tabindex", "0").element("code", command).close("pre");
      body.element(
          "p",
          "Made by tracecast " + version + (engine.isEmpty() ? "" : " with engine " + engine) + ". "
              + repeatability);
      Table table = Table.plain("Inputs", "input", "name", "SHA-256", "to check");
      for (Input input : inputs) {
        table.row(
            Table.Cell.of(input.role),
            Table.Cell.of(input.name),
            Table.Cell.of(input.sha256),
            Table.Cell.of(input.check));
      }
      table.write(body);
      if (!cost.isEmpty()) {
        body.element("p", cost);
      }
    });
  }
}
