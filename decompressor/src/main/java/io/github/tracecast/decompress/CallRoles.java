package io.github.tracecast.decompress;

import io.github.tracecast.trace.MpiCall;
import java.util.EnumSet;
import java.util.Set;

/** The roles of MPI calls for execution and for counting. */
public final class CallRoles {
  private static final Set<MpiCall> SENDS = EnumSet.of(
      MpiCall.SEND,
      MpiCall.BSEND,
      MpiCall.SSEND,
      MpiCall.RSEND,
      MpiCall.ISEND,
      MpiCall.IBSEND,
      MpiCall.ISSEND,
      MpiCall.IRSEND,
      MpiCall.SENDRECV,
      MpiCall.SENDRECV_REPLACE);

  private static final Set<MpiCall> RECEIVES = EnumSet.of(
      MpiCall.RECV,
      MpiCall.IRECV,
      MpiCall.MRECV,
      MpiCall.IMRECV,
      MpiCall.SENDRECV,
      MpiCall.SENDRECV_REPLACE);

  private CallRoles() {}

  /**
   * Whether the call itself sends a message: all modes of send, blocking or not, and MPI_Sendrecv.
   * Persistent sends are excluded.
   */
  public static boolean sends(MpiCall call) {
    return SENDS.contains(call);
  }

  /**
   * Whether the call itself receives a message or posts a receive, blocking or not, or is
   * MPI_Sendrecv. Persistent receives are excluded.
   */
  public static boolean receives(MpiCall call) {
    return RECEIVES.contains(call);
  }

  /** Whether the call makes a request, which becomes the rank's most recent one (offset 1). MPI_Start and MPI_Startall make none. */
  public static boolean makesRequest(MpiCall call) {
    return call.makesRequest();
  }
}
