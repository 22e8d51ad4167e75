package io.github.tracecast.imports.internal.tit;

/** The numbers that SimGrid gives to datatypes in actions. */
public final class TitDatatypes {
  static final int DOUBLE = 0;
  /** The number of MPI_BYTE. */
  public static final int BYTE = 6;

  private static final String[] NAMES = {
    "MPI_DOUBLE",
    "MPI_INT",
    "MPI_CHAR",
    "MPI_SHORT",
    "MPI_LONG",
    "MPI_FLOAT",
    "MPI_BYTE",
    "MPI_LONG_LONG",
    "MPI_SIGNED_CHAR",
    "MPI_UNSIGNED_CHAR",
    "MPI_UNSIGNED_SHORT",
    "MPI_UNSIGNED",
    "MPI_UNSIGNED_LONG",
    "MPI_UNSIGNED_LONG_LONG",
    "MPI_LONG_DOUBLE",
    "MPI_WCHAR",
    "MPI_C_BOOL",
    "MPI_INT8_T",
    "MPI_INT16_T",
    "MPI_INT32_T",
    "MPI_INT64_T",
    "MPI_UINT8_T",
    "MPI_UINT16_T",
    "MPI_UINT32_T",
    "MPI_UINT64_T",
    "MPI_C_FLOAT_COMPLEX",
    "MPI_C_DOUBLE_COMPLEX",
    "MPI_C_LONG_DOUBLE_COMPLEX",
    "MPI_AINT",
    "MPI_OFFSET",
    "MPI_FLOAT_INT",
    "MPI_LONG_INT",
    "MPI_DOUBLE_INT",
    "MPI_SHORT_INT",
    "MPI_2INT",
    "MPI_2FLOAT",
    "MPI_2DOUBLE",
    "MPI_2LONG",
    "MPI_REAL",
    "MPI_REAL4",
    "MPI_REAL8",
    "MPI_REAL16",
    "MPI_COMPLEX8",
    "MPI_COMPLEX16",
    "MPI_COMPLEX32",
    "MPI_INTEGER1",
    "MPI_INTEGER2",
    "MPI_INTEGER4",
    "MPI_INTEGER8",
    "MPI_INTEGER16",
    "MPI_LONG_DOUBLE_INT",
    "MPI_CXX_BOOL",
    "MPI_CXX_FLOAT_COMPLEX",
    "MPI_CXX_DOUBLE_COMPLEX",
    "MPI_CXX_LONG_DOUBLE_COMPLEX",
    "",
    "",
    "MPI_PACKED",
    "",
    "MPI_COUNT"
  };

  private static final int[] BYTES = {
    8, 4, 1, 2, 8, 4, 1, 8, 1, 1, 2, 4, 8, 8, 16, 4, 1, 1, 2, 4, 8, 1, 2, 4, 8, 8, 16, 32, 8, 8, 8,
    16, 16, 8, 8, 8, 16, 16, 4, 4, 8, 16, 8, 16, 32, 1, 2, 4, 8, 16, 32, 1, 8, 16, 32, 0, 0, 1, 8, 8
  };

  private TitDatatypes() {}

  /** Returns the number of a datatype; -1 if SimGrid has no datatype with this name and size. */
  public static int number(String name, long bytes) {
    for (int id = 0; id < NAMES.length; id++) {
      if (NAMES[id].equals(name) && BYTES[id] == bytes && exists(id)) {
        return id;
      }
    }
    return -1;
  }

  static boolean exists(long id) {
    return id >= 0 && id < BYTES.length && BYTES[(int) id] > 0;
  }

  static String name(int id) {
    return NAMES[id].isEmpty() ? "datatype " + id : NAMES[id];
  }

  static int bytes(int id) {
    return BYTES[id];
  }
}
