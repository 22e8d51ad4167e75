package io.github.tracecast.trace.internal.binary;

import java.util.Locale;

/**
 * The sections in the order of a file, each with its columns. A section refers only to earlier
 * sections.
 */
enum SectionId {
  RANK_LISTS("sections", "starts", "depths", "strides", "iterations"),
  HEADER("numbers", "texts"),
  PROVENANCE("second", "run", "hosts", "cpus", "counts", "measured", "ranks"),
  DATATYPES("names", "bytes"),
  COMMUNICATORS("names", "groups"),
  NAMES("calls", "parameters"),
  CALL_SITES("frames", "depths", "paths"),
  GROUPS("runs", "starts", "strides", "counts"),
  FAMILIES("groups", "communicators", "members"),
  SEQUENCES("periods", "forms", "lengths", "kinds", "numbers"),
  DISTRIBUTIONS("bins", "counts", "lowers", "uppers", "minima", "means", "maxima"),
  ORDERED_TIMES("steps", "others"),
  EVENTS(
      "calls",
      "call sites",
      "ranks",
      "parameters",
      "parameter names",
      "pieces",
      "piece ranks",
      "piece sequences",
      "deltas",
      "delta kinds",
      "delta predecessors",
      "delta ranks",
      "delta executions",
      "delta distributions"),
  LOOPS("firsts", "lengths", "ranks", "pieces", "piece ranks", "piece sequences");

  private final String[] columns;

  SectionId(String... columns) {
    this.columns = columns;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** Returns the first version of the format that has the section. */
  int since() {
    return this == ORDERED_TIMES ? Container.ORDERED_TIMES : Container.OLDEST;
  }

  String[] columns() {
    return columns;
  }
}
