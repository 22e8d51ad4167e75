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

  private static final Set<MpiCall> REQUESTS = requests();

  private CallRoles() {}

  private static Set<MpiCall> requests() {
    Set<MpiCall> calls = EnumSet.of(
        MpiCall.ISEND,
        MpiCall.IBSEND,
        MpiCall.ISSEND,
        MpiCall.IRSEND,
        MpiCall.IRECV,
        MpiCall.IMRECV,
        MpiCall.SEND_INIT,
        MpiCall.BSEND_INIT,
        MpiCall.SSEND_INIT,
        MpiCall.RSEND_INIT,
        MpiCall.RECV_INIT,
        MpiCall.COMM_IDUP,
        MpiCall.RPUT,
        MpiCall.RGET,
        MpiCall.RACCUMULATE,
        MpiCall.RGET_ACCUMULATE,
        MpiCall.GREQUEST_START);
    for (MpiCall call : MpiCall.values()) {
      boolean nonBlocking = call.family() == MpiCall.Family.NONBLOCKING_COLLECTIVE
          || call.family() == MpiCall.Family.NEIGHBOURHOOD && call.name().startsWith("I")
          || call.family() == MpiCall.Family.IO && call.name().startsWith("FILE_I");
      if (nonBlocking) {
        calls.add(call);
      }
    }
    return calls;
  }

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
    return REQUESTS.contains(call);
  }
}
