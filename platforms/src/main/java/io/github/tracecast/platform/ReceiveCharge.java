package io.github.tracecast.platform;

/**
 * The time at which a replay charges the receive overhead of a message to its receiver's processor.
 */
public enum ReceiveCharge {
  /** The overhead is charged in the call that receives the message or waits for it. */
  WHEN_TAKEN,

  /**
   * The overhead is charged at the arrival of the message, even if the rank computes at that time.
   * Messages and computation occupy the processor one after another. A rank that has begun to
   * compute or to send is not interrupted.
   */
  AT_ARRIVAL,

  /** The overhead is never charged. */
  NEVER
}
