package io.github.tracecast.imports.internal.allprof;

import io.github.tracecast.imports.internal.PredefinedTypes;
import io.github.tracecast.trace.Datatype;
import java.util.List;

/**
 * The numbers of predefined objects, special ranks and null requests in an MPI library's Fortran
 * interface.
 */
enum MpiHandles {
  OPEN_MPI(0, 1, 0, -1, -2),
  /** MPICH and its descendants, such as Intel MPI and Cray MPICH. */
  MPICH(0x44000000, 0x44000001, 0x2c000000, -2, -1);

  /**
   * The smallest handle of MPICH. Open MPI numbers its objects from 0, so its handles are smaller.
   */
  private static final int FIRST_OF_MPICH = 0x04000000;

  /** The basic datatypes of Open MPI by handle. */
  private static final List<Datatype> BASIC = PredefinedTypes.of("""
      none 0,BYTE 1,PACKED 1,UB 0,LB 0,CHARACTER 1,LOGICAL 4,INTEGER 4,INTEGER1 1,INTEGER2 2,\
      INTEGER4 4,INTEGER8 8,INTEGER16 16,REAL 4,REAL4 4,REAL8 8,REAL16 16,DOUBLE_PRECISION 8,\
      COMPLEX 8,COMPLEX8 8,COMPLEX16 16,COMPLEX32 32,DOUBLE_COMPLEX 16,2REAL 8,\
      2DOUBLE_PRECISION 16,2INTEGER 8,2COMPLEX 16,2DOUBLE_COMPLEX 32,REAL2 2,LOGICAL1 1,\
      LOGICAL2 2,LOGICAL4 4,LOGICAL8 8,WCHAR 4,CHAR 1,UNSIGNED_CHAR 1,SIGNED_CHAR 1,SHORT 2,\
      UNSIGNED_SHORT 2,INT 4,UNSIGNED 4,LONG 8,UNSIGNED_LONG 8,LONG_LONG_INT 8,\
      UNSIGNED_LONG_LONG 8,FLOAT 4,DOUBLE 8,LONG_DOUBLE 16,FLOAT_INT 8,DOUBLE_INT 12,\
      LONG_DOUBLE_INT 20,LONG_INT 12,2INT 8,SHORT_INT 6,CXX_BOOL 1,CXX_FLOAT_COMPLEX 8,\
      CXX_DOUBLE_COMPLEX 16,CXX_LONG_DOUBLE_COMPLEX 32,INT8_T 1,UINT8_T 1,INT16_T 2,UINT16_T 2,\
      INT32_T 4,UINT32_T 4,INT64_T 8,UINT64_T 8,AINT 8,OFFSET 8,C_BOOL 1,C_COMPLEX 8,\
      C_DOUBLE_COMPLEX 16,C_LONG_DOUBLE_COMPLEX 32,COUNT 8\
      """);

  /**
   * The sizes of MPICH's pair datatypes from handle 0x8c000000 on: FLOAT_INT, DOUBLE_INT, LONG_INT
   * and so on.
   */
  private static final List<Integer> PAIRS = List.of(8, 12, 12, 6, 20);

  final long world;
  final long self;
  final long noRequest;
  final long anySource;
  final long noProcess;

  MpiHandles(long world, long self, long noRequest, long anySource, long noProcess) {
    this.world = world;
    this.self = self;
    this.noRequest = noRequest;
    this.anySource = anySource;
    this.noProcess = noProcess;
  }

  /** Returns the MPI library whose communicators have handles like the given handle. */
  static MpiHandles of(long communicator) {
    return communicator >= 0 && communicator < FIRST_OF_MPICH ? OPEN_MPI : MPICH;
  }

  /**
   * Returns the size of a basic datatype in bytes; {@link Datatype#UNKNOWN} for other datatypes.
   */
  long bytes(long datatype) {
    int handle = (int) datatype;
    if (this == OPEN_MPI) {
      return handle > 0 && handle < BASIC.size() ? BASIC.get(handle).bytes() : Datatype.UNKNOWN;
    }
    return switch (handle >>> 24) {
      case 0x4c ->
        handle >> 8 & 0xff; // the third byte of a basic datatype's handle is the datatype's size
      case 0x8c ->
        (handle & 0xffffff) < PAIRS.size() ? PAIRS.get(handle & 0xffffff) : Datatype.UNKNOWN;
      default -> Datatype.UNKNOWN;
    };
  }

  /** Returns the name of a datatype in the comprehensive trace. */
  String name(long datatype) {
    return this == OPEN_MPI && datatype > 0 && datatype < BASIC.size()
        ? BASIC.get((int) datatype).name()
        : "datatype_" + datatype;
  }
}
