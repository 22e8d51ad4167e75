/** Lowers the programs of a trace to instructions, once for all ranks and machines. */
package io.github.tracecast.simulate.lowering;
