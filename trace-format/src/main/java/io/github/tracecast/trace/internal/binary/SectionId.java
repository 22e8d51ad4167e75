package io.github.tracecast.trace.internal.binary;

import java.util.Locale;

/** The sections in the order of a file, and the columns of each. */
enum SectionId {
  HEADER("numbers", "texts"),
  CALL_SITES("frames", "depths", "paths"),
  DATATYPES("names", "bytes"),
  GROUPS("runs", "starts", "strides", "counts"),
  COMMUNICATORS("names", "groups"),
  RANK_LISTS("sections", "starts", "depths", "strides", "iterations"),
  SEQUENCES("periods", "forms", "lengths", "kinds", "numbers"),
  DISTRIBUTIONS("bins", "counts", "lowers", "uppers", "minima", "means", "maxima"),
  NAMES("calls", "parameters"),
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
  LOOPS("firsts", "lengths", "ranks", "pieces", "piece ranks", "piece sequences"),
  PROVENANCE("second", "run", "hosts", "cpus", "counts", "measured", "ranks"),
  FAMILIES("groups", "communicators", "members");

  private final String[] columns;

  SectionId(String... columns) {
    this.columns = columns;
  }

  /** As in the file: from 1. */
  int number() {
    return ordinal() + 1;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  String[] columns() {
    return columns;
  }
}
