/**
 * Fast-forward: detects that a replay is periodic, or estimates the mean time of random iterations,
 * and skips the remaining iterations.
 */
package io.github.tracecast.simulate.fastforward;
