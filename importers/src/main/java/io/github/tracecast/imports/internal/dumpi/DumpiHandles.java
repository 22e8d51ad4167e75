package io.github.tracecast.imports.internal.dumpi;

/** The handles that have the same meaning in all files. */
final class DumpiHandles {
  static final int COMM_NULL = 1;
  static final int WORLD = 2;
  static final int SELF = 3;
  static final int GROUP_EMPTY = 2;
  static final int REQUEST_NULL = 1;
  static final int ANY = -1;

  private DumpiHandles() {}
}
