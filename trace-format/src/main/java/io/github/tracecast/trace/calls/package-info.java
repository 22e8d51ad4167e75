/** The meaning of the arguments of MPI calls. */
package io.github.tracecast.trace.calls;
