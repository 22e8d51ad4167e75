package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.Datatype;
import java.util.List;
import java.util.stream.Stream;

/** Reads the tables of predefined datatypes, to which traces refer by number. */
public final class PredefinedTypes {
  private PredefinedTypes() {}

  /**
   * Returns the datatypes by number, from 0.
   *
   * @param table the name of each datatype without {@code MPI_}, and its size in bytes after a
   *     blank; commas separate datatypes
   */
  public static List<Datatype> of(String table) {
    return Stream.of(table.strip().split(","))
        .map(entry -> entry.split(" "))
        .map(words -> new Datatype("MPI_" + words[0], Long.parseLong(words[1])))
        .toList();
  }
}
