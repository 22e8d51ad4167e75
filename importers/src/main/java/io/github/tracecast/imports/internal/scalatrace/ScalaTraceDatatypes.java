package io.github.tracecast.imports.internal.scalatrace;

import io.github.tracecast.imports.internal.PredefinedTypes;
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

  private static final List<Datatype> PREDEFINED = PredefinedTypes.of("""
      DATATYPE_NULL 0,CHAR 1,SHORT 2,INT 4,LONG 8,UNSIGNED_CHAR 1,UNSIGNED_SHORT 2,UNSIGNED 4,\
      UNSIGNED_LONG 8,FLOAT 4,DOUBLE 8,LONG_DOUBLE 16,BYTE 1,PACKED 1,INTEGER 4,REAL 4,\
      DOUBLE_PRECISION 8,COMPLEX 8,DOUBLE_COMPLEX 16,LOGICAL 4,CHARACTER 1,FLOAT_INT 8,\
      DOUBLE_INT 12,LONG_INT 12,2INT 8,SHORT_INT 6,LONG_DOUBLE_INT 20,2REAL 8,\
      2DOUBLE_PRECISION 16,2INTEGER 8,LONG_LONG_INT 8,LONG_LONG 8,UB 0,LB 0\
      """);

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
    if (index > 0 && index < PREDEFINED.size()) {
      Datatype predefined = PREDEFINED.get((int) index);
      if (index > LAST_CERTAIN) {
        notes.add("datatype " + index + " is read as " + predefined.name()
            + "; the recorder numbers datatypes above " + LAST_CERTAIN
            + " by the definitions of its MPI library");
      }
      return predefined;
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
