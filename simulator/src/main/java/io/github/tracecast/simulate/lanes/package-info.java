/**
 * The fast LogGP replay. It lowers each rank's program once to simple instructions, and evaluates
 * them for many machines at once, called lanes. Only messages to receives with a choice are put in
 * the order of time.
 */
package io.github.tracecast.simulate.lanes;
