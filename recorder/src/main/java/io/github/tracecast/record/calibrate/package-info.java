/**
 * A machine's parameters from the times of messages between two ranks: measurements, fits over
 * sizes, and the platform file.
 */
package io.github.tracecast.record.calibrate;
