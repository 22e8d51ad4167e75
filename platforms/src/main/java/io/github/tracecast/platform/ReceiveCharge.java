package io.github.tracecast.platform;

/** When a replay charges the receive overhead of a message to its receiver's processor. */
public enum ReceiveCharge {
  /** When the program takes the message: in the call that receives it or waits for it. */
  WHEN_TAKEN,

  /**
   * When the message arrives, even if the program computes then. Messages and computation take the
   * processor one after another. A rank that has begun to compute or to send is not interrupted.
   */
  AT_ARRIVAL,

  /** Never. */
  NEVER
}
