package io.github.tracecast.trace.internal.binary;

import java.util.Arrays;
import java.util.Locale;

/** The sections in the order of a file, and the columns of each. */
enum SectionId {
  HEADER("numbers", "texts"),
  CALL_SITES("names"),
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
  PROVENANCE("second", "run", "hosts", "cpus", "counts", "measured", "ranks");

  private static final String[] NONE = {};
  private static final String[] FRAMES = {"depths", "frames"};
  private static final String[] ROUNDED = {"bins of rounded", "parts of means"};

  private final String[] columns;

  SectionId(String... columns) {
    this.columns = columns;
  }

  /** As in the file: from 1. */
  int number() {
    return ordinal() + 1;
  }

  /** The first version of the format whose files have it. */
  int firstVersion() {
    return this == PROVENANCE ? ProvenanceTable.VERSION : Container.OLDEST;
  }

  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** The columns of this version. Later versions append some. */
  String[] columns(int version) {
    String[] more = this != DISTRIBUTIONS || version < RoundedTable.VERSION
        ? this == CALL_SITES && version >= RoundedTable.VERSION ? FRAMES : NONE
        : ROUNDED;
    String[] all = Arrays.copyOf(columns, columns.length + more.length);
    System.arraycopy(more, 0, all, columns.length, more.length);
    return all;
  }
}
