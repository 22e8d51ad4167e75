/**
 * Translates (lowers) the programs of a trace into instructions, once for all ranks and machines.
 */
package io.github.tracecast.simulate.lowering;
