/**
 * MPI's collective operations as schedules of the point-to-point messages that the algorithms of
 * MPI libraries send. The schedules contain no times. A {@link
 * io.github.tracecast.platform.collective.CollectiveCall} describes the call of one rank. An {@link
 * io.github.tracecast.platform.collective.Algorithm} lists the messages that the rank receives and
 * sends in each round. {@link io.github.tracecast.platform.collective.Algorithms} has the
 * algorithms of each operation by name. A schedule keeps no state between rounds, so all ranks,
 * threads, and blocking and nonblocking calls share one object.
 */
package io.github.tracecast.platform.collective;
