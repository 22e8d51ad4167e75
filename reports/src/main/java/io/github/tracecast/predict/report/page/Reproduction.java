package io.github.tracecast.predict.report.page;

import java.io.IOException;
import java.util.List;

/**
 * The data that are needed to reproduce a report.
 *
 * @param command the command line, for a shell
 * @param version the version of Tracecast
 * @param engine its name and version; empty if nothing was replayed
 * @param inputs the input files of the result, with checksums
 */
public record Reproduction(String command, String version, String engine, List<Input> inputs) {
  /**
   * An input file or folder.
   *
   * @param role its role for the result
   * @param name as the user named it
   * @param sha256 its checksum in hexadecimal digits; empty if it has none, like a pipe
   * @param check the command that prints the same checksum
   */
  public record Input(String role, String name, String sha256, String check) {}

  /** Reads the input files for their checksums. */
  public interface Inputs {
    List<Input> get() throws IOException;
  }
}
