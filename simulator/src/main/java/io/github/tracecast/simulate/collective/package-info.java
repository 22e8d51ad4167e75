/**
 * MPI's collective operations as schedules of point-to-point messages, free of any timing engine. A
 * {@link io.github.tracecast.simulate.collective.CollectiveCall} says what one rank asks for, an
 * {@link io.github.tracecast.simulate.collective.Algorithm} says which messages that rank receives
 * and sends round by round, and {@link io.github.tracecast.simulate.collective.Algorithms} knows the
 * algorithms of each operation by name. A schedule keeps no state between rounds, so that one
 * instance serves all ranks, all calls and all threads, blocking and non-blocking calls alike.
 */
package io.github.tracecast.simulate.collective;
