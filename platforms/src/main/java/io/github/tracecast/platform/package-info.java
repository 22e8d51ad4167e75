/**
 * Models of machines: their costs, their networks, and the placement of a run's ranks.
 *
 * <p>A machine is a YAML file of the catalogue or of the user.
 * {@link io.github.tracecast.platform.PlatformCatalogue} reads it into a
 * {@link io.github.tracecast.platform.Platform}. {@link io.github.tracecast.platform.Machine#fit}
 * fits a platform to a run: it chooses the nodes, their shape and the core of each rank.
 * {@link io.github.tracecast.platform.Routes} computes the links of each route.
 *
 * <p>All quantities are in SI units (seconds, bytes, bytes per second). The origin of every figure
 * is stored with it.
 */
package io.github.tracecast.platform;
