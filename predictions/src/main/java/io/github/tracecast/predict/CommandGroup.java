package io.github.tracecast.predict;

import java.util.List;

/** The commands by what people want, in the order of the help. */
enum CommandGroup {
  PREDICT("Predict:", "predict", "sweep", "sensitivity", "compare", "map"),
  GET("Get a trace:", "record", "import", "compress", "generate", "extrapolate"),
  LOOK("Look at a trace:", "info", "topology", "expand"),
  USE("Use a trace elsewhere:", "export", "program", "replay"),
  MACHINES("Machines:", "platforms", "calibrate"),
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

  /** Of {@link #MORE} none: it has whatever no other group has. */
  List<String> names() {
    return names;
  }
}
