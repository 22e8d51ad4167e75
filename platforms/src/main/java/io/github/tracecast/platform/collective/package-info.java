/**
 * MPI's collective operations as schedules of point-to-point messages: what an algorithm of an MPI
 * library sends, without any time. A {@link
 * io.github.tracecast.platform.collective.CollectiveCall} describes one rank's request. An {@link
 * io.github.tracecast.platform.collective.Algorithm} lists the messages that the rank receives and
 * sends in each round. {@link io.github.tracecast.platform.collective.Algorithms} has the algorithms
 * of each operation by name. A schedule keeps no state between rounds. One instance therefore
 * serves all ranks, threads, and blocking and nonblocking calls.
 */
package io.github.tracecast.platform.collective;
