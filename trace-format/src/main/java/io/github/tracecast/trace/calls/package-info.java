/** What arguments of MPI calls mean. */
package io.github.tracecast.trace.calls;
