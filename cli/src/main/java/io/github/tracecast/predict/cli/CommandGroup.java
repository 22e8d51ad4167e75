package io.github.tracecast.predict.cli;

import java.util.List;

/** The groups of commands by task, in the order of the help. */
public enum CommandGroup {
  GET(
      "Get a trace:",
      "record",
      "import",
      "compress",
      "generate",
      "extrapolate",
      "retime",
      "structure"),
  PREDICT("Predict:", "predict", "sweep", "sensitivity", "compare", "map"),
  LOOK("Look at a trace:", "info", "topology", "expand"),
  USE("Use a trace elsewhere:", "export", "program", "replay"),
  MACHINES("Machines:", "platforms", "calibrate", "fit"),
  MORE("More:");

  private final String heading;
  private final List<String> names;

  CommandGroup(String heading, String... names) {
    this.heading = heading;
    this.names = List.of(names);
  }

  String heading() {
    return heading;
  }

  /**
   * Returns the names of the group's commands. {@link #MORE} names none, because it has all
   * commands that are in no other group.
   */
  public List<String> names() {
    return names;
  }
}
