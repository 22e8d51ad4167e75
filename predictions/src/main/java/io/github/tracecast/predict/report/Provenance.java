package io.github.tracecast.predict.report;

import java.util.List;

/**
 * What is needed to make a report again.
 *
 * @param command the command line, for a shell
 * @param version Tracecast's own
 * @param engine its name and version
 * @param inputs the files that the result rests on
 */
public record Provenance(String command, String version, String engine, List<Input> inputs) {
  /**
   * A file or folder that went in.
   *
   * @param role what it is to the result
   * @param name as the user named it
   * @param sha256 its checksum in hexadecimal digits; empty where it has none, as a pipe
   * @param check how to see the same checksum, for people
   */
  public record Input(String role, String name, String sha256, String check) {}
}
