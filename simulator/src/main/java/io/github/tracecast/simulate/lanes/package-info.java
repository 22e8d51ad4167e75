/**
 * The fast way to replay by LogGP: each rank's program is lowered to simple instructions once, and evaluated for
 * many machines, its lanes, at a time; only messages to receives that have a choice are put in the order of time.
 */
package io.github.tracecast.simulate.lanes;
