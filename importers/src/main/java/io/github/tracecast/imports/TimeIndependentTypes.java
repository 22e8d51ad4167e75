package io.github.tracecast.imports;

import io.github.tracecast.imports.internal.PredefinedTypes;
import io.github.tracecast.trace.Datatype;
import java.util.List;
import java.util.Optional;

/** The numbers of datatypes in SimGrid's time-independent traces. */
public final class TimeIndependentTypes {
  public static final int DOUBLE = 0;
  public static final int BYTE = 6;

  private static final String NAMELESS = "MPI_?";

  /** The datatypes by number. A number without a datatype has 0 bytes. */
  private static final List<Datatype> TYPES = PredefinedTypes.of("""
      DOUBLE 8,INT 4,CHAR 1,SHORT 2,LONG 8,FLOAT 4,BYTE 1,LONG_LONG 8,SIGNED_CHAR 1,\
      UNSIGNED_CHAR 1,UNSIGNED_SHORT 2,UNSIGNED 4,UNSIGNED_LONG 8,UNSIGNED_LONG_LONG 8,\
      LONG_DOUBLE 16,WCHAR 4,C_BOOL 1,INT8_T 1,INT16_T 2,INT32_T 4,INT64_T 8,UINT8_T 1,UINT16_T 2,\
      UINT32_T 4,UINT64_T 8,C_FLOAT_COMPLEX 8,C_DOUBLE_COMPLEX 16,C_LONG_DOUBLE_COMPLEX 32,AINT 8,\
      OFFSET 8,FLOAT_INT 8,LONG_INT 16,DOUBLE_INT 16,SHORT_INT 8,2INT 8,2FLOAT 8,2DOUBLE 16,\
      2LONG 16,REAL 4,REAL4 4,REAL8 8,REAL16 16,COMPLEX8 8,COMPLEX16 16,COMPLEX32 32,INTEGER1 1,\
      INTEGER2 2,INTEGER4 4,INTEGER8 8,INTEGER16 16,LONG_DOUBLE_INT 32,CXX_BOOL 1,\
      CXX_FLOAT_COMPLEX 8,CXX_DOUBLE_COMPLEX 16,CXX_LONG_DOUBLE_COMPLEX 32,? 0,? 0,PACKED 1,? 8,\
      COUNT 8\
      """);

  /** The number of numbers, some of which have no datatype. */
  public static final int COUNT = TYPES.size();

  private TimeIndependentTypes() {}

  /** Returns the number of a datatype; -1 if the format has no datatype with this name and size. */
  public static int number(Datatype datatype) {
    return TYPES.indexOf(datatype);
  }

  /** Returns the datatype with a number; empty if there is none. */
  public static Optional<Datatype> numbered(long number) {
    return number < 0 || number >= TYPES.size() || TYPES.get((int) number).bytes() == 0
        ? Optional.empty()
        : Optional.of(TYPES.get((int) number)).map(type -> named(type, number));
  }

  private static Datatype named(Datatype type, long number) {
    return type.name().equals(NAMELESS) ? new Datatype("datatype " + number, type.bytes()) : type;
  }
}
