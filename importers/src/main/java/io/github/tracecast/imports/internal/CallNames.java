package io.github.tracecast.imports.internal;

import io.github.tracecast.trace.MpiCall;
import java.util.Map;

/** Finds calls by names that may be those of MPI-1. */
public final class CallNames {
  /** The names of MPI-1 calls that MPI-2 renamed, with their new names. */
  private static final Map<String, String> RENAMED = Map.of(
      "Address", "Get_address",
      "Keyval_create", "Comm_create_keyval",
      "Keyval_free", "Comm_free_keyval",
      "Attr_put", "Comm_set_attr",
      "Attr_get", "Comm_get_attr",
      "Attr_delete", "Comm_delete_attr",
      "Errhandler_set", "Comm_set_errhandler",
      "Errhandler_get", "Comm_get_errhandler");

  private CallNames() {}

  /**
   * Returns the call with a name, which lacks {@code MPI_}; {@link MpiCall#OTHER} if the trace
   * format does not have the call.
   */
  public static MpiCall call(String name) {
    return MpiCall.byName("MPI_" + RENAMED.getOrDefault(name, name)).orElse(MpiCall.OTHER);
  }
}
