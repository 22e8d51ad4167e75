package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.trace.Datatype;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The handles of datatypes in ScalaTrace 2, from its {@code PtrHandler.C}. A file has no sizes of
 * datatypes, so this class has the sizes on 64-bit Linux machines with default Fortran kinds.
 */
final class ScalaTraceDatatypes {
  /** The smallest handle of datatypes that the program creates. */
  static final int FIRST_USER = 1000;

  /** The largest handle whose datatype does not depend on the MPI library. */
  private static final int LAST_CERTAIN = 19;

  private static final String[] NAMES =
      ("MPI_DATATYPE_NULL MPI_CHAR MPI_SHORT MPI_INT MPI_LONG MPI_UNSIGNED_CHAR MPI_UNSIGNED_SHORT MPI_UNSIGNED"
              + " MPI_UNSIGNED_LONG MPI_FLOAT MPI_DOUBLE MPI_LONG_DOUBLE MPI_BYTE MPI_PACKED MPI_INTEGER MPI_REAL"
              + " MPI_DOUBLE_PRECISION MPI_COMPLEX MPI_DOUBLE_COMPLEX MPI_LOGICAL MPI_CHARACTER MPI_FLOAT_INT"
              + " MPI_DOUBLE_INT MPI_LONG_INT MPI_2INT MPI_SHORT_INT MPI_LONG_DOUBLE_INT MPI_2REAL"
              + " MPI_2DOUBLE_PRECISION MPI_2INTEGER MPI_LONG_LONG_INT MPI_LONG_LONG MPI_UB MPI_LB")
          .split(" ");

  private static final int[] BYTES = {
    0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 16, 1, 1, 4, 4, 8, 8, 16, 4, 1, 8, 12, 12, 8, 6, 20, 8, 16, 8,
    8, 8, 0, 0
  };

  private final SortedMap<Long, Integer> idOfIndex = new TreeMap<>();
  private final List<Datatype> table = new ArrayList<>();
  private final Notes notes;

  ScalaTraceDatatypes(Notes notes) {
    this.notes = notes;
  }

  /** Returns the id of a datatype in the trace. The first use of a handle adds the datatype. */
  int id(long index) {
    return idOfIndex.computeIfAbsent(index, this::enter);
  }

  private int enter(long index) {
    table.add(describe(index));
    return table.size() - 1;
  }

  private Datatype describe(long index) {
    if (index > 0 && index < NAMES.length) {
      if (index > LAST_CERTAIN) {
        notes.add("datatype " + index + " is read as " + NAMES[(int) index]
            + "; the recorder numbers datatypes above " + LAST_CERTAIN
            + " by the definitions of its MPI library");
      }
      return new Datatype(NAMES[(int) index], BYTES[(int) index]);
    }
    notes.add("datatype " + index + " has no recorded size; its elements count as 0 bytes");
    return new Datatype(
        index >= FIRST_USER ? "user datatype " + index : "unknown datatype " + index,
        Datatype.UNKNOWN);
  }

  List<Datatype> table() {
    return table;
  }
}
