/**
 * The topologies, one class each, listed in
 * {@link io.github.tracecast.platform.topology.Topologies}.
 *
 * <p>The class of a topology has its keys, their checks and its SimGrid zone. A second class
 * computes its routes.
 */
package io.github.tracecast.platform.topology;
