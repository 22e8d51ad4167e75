/**
 * The fast way to replay by LogGP: where no match depends on time, each rank's program is lowered to a
 * dozen instructions once, and evaluated for many machines, its lanes, at a time.
 */
package io.github.tracecast.simulate.lanes;
