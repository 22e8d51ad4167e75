package io.github.tracecast.decompress;

import io.github.tracecast.trace.MpiCall;
import java.util.EnumSet;
import java.util.Set;

/** What MPI calls have in common when they are executed or counted. */
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

  /** Whether the call itself hands a message over: all modes of send, blocking or not, and MPI_Sendrecv. Not persistent ones. */
  public static boolean sends(MpiCall call) {
    return SENDS.contains(call);
  }

  /** Whether the call itself takes or posts for a message: receives, blocking or not, and MPI_Sendrecv. Not persistent ones. */
  public static boolean receives(MpiCall call) {
    return RECEIVES.contains(call);
  }

  /** Whether the call makes a request, which becomes the rank's most recent one (offset 1). MPI_Start and MPI_Startall make none. */
  public static boolean makesRequest(MpiCall call) {
    return call.makesRequest();
  }
}
