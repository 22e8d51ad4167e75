package io.github.tracecast.exports.program;

import io.github.tracecast.trace.Datatype;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The table of datatypes. A type that is not predefined in MPI becomes the same number of bytes. */
record DatatypeTable(List<Datatype> types) {
  private static final Map<String, Character> CLASSES = new TreeMap<>();

  static {
    classes(
        'i',
        "CHAR SHORT INT LONG LONG_LONG LONG_LONG_INT SIGNED_CHAR UNSIGNED_CHAR UNSIGNED_SHORT"
            + " UNSIGNED UNSIGNED_LONG UNSIGNED_LONG_LONG INT8_T INT16_T INT32_T INT64_T UINT8_T"
            + " UINT16_T UINT32_T UINT64_T INTEGER AINT COUNT OFFSET INTEGER1 INTEGER2 INTEGER4"
            + " INTEGER8");
    classes('f', "FLOAT DOUBLE LONG_DOUBLE REAL DOUBLE_PRECISION REAL4 REAL8");
    classes(
        'c',
        "COMPLEX DOUBLE_COMPLEX C_COMPLEX C_FLOAT_COMPLEX C_DOUBLE_COMPLEX COMPLEX8 COMPLEX16");
    classes('l', "LOGICAL C_BOOL");
    classes('b', "BYTE");
    classes(
        'p',
        "FLOAT_INT DOUBLE_INT LONG_INT 2INT SHORT_INT LONG_DOUBLE_INT 2REAL 2DOUBLE_PRECISION"
            + " 2INTEGER");
    classes('o', "PACKED CHARACTER WCHAR");
  }

  /** C datatypes that MPI's reduction operations do not accept. */
  private static final Set<String> NOT_COMBINED = Set.of("MPI_CHAR");

  private static void classes(char kind, String names) {
    for (String name : names.split(" ")) {
      CLASSES.put("MPI_" + name, kind);
    }
  }

  /** Returns the number of the datatype of single bytes. */
  int bytes() {
    return types.size();
  }

  void write(StringBuilder out) {
    out.append("/* Datatypes: handle, bytes, and i integer, f real, c complex, l logical, b byte,"
        + " p pair, o other, x unknown to MPI by name. */\n");
    out.append("enum { TYPES = ").append(types.size() + 1).append(" };\n");
    out.append("static struct {\n  MPI_Datatype handle;\n  long long bytes;\n  char class;\n"
        + "  MPI_Aint extent;\n} types[TYPES] = {\n");
    for (Datatype type : types) {
      Character kind = CLASSES.get(type.name());
      long bytes = Math.max(0, type.bytes());
      out.append("  {")
          .append(kind == null ? "MPI_DATATYPE_NULL" : type.name())
          .append(", ")
          .append(Literals.whole(bytes))
          .append(", '")
          .append(kind == null ? 'x' : NOT_COMBINED.contains(type.name()) ? 'o' : kind)
          .append("', 0},\n");
    }
    out.append("  {MPI_BYTE, 1, 'b', 0}\n};\n\n");
  }
}
