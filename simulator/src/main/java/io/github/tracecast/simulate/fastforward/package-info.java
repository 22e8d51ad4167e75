/**
 * Fast-forward: finds when a replay becomes periodic, or the mean time of random iterations, and
 * skips the remaining iterations.
 */
package io.github.tracecast.simulate.fastforward;
