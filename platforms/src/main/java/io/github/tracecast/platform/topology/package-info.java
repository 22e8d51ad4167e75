/**
 * The topologies, one class each, listed in {@link io.github.tracecast.platform.topology.Topologies}.
 *
 * <p>A topology's class has its keys, their checks and its SimGrid zone. Its routes stand in a class
 * beside it.
 */
package io.github.tracecast.platform.topology;
