package io.github.tracecast.predict.report;

import java.util.List;

/**
 * What is needed to make a report again.
 *
 * @param command the command line, for a shell
 * @param version Tracecast's own
 * @param inputs the files that the prediction rests on
 */
public record Provenance(String command, String version, List<Input> inputs) {
  /**
   * A file or folder that went in.
   *
   * @param role what it is to the prediction
   * @param name as the user named it
   * @param sha256 its checksum in hexadecimal digits; empty where it has none, as a pipe
   * @param check how to see the same checksum, for people
   */
  public record Input(String role, String name, String sha256, String check) {}
}
