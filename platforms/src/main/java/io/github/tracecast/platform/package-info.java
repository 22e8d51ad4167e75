/**
 * Machines: what they cost, how they are wired, and where the ranks of a run sit on them.
 *
 * <p>A machine is a YAML file, of the catalogue or of the user, that {@link
 * io.github.tracecast.platform.PlatformCatalogue} reads into a {@link
 * io.github.tracecast.platform.Platform}. {@link io.github.tracecast.platform.Machine#fit} fits a
 * platform to a run: how many nodes, in which shape, and which rank on which core. {@link
 * io.github.tracecast.platform.Routes} then tells which links a message crosses.
 *
 * <p>All quantities are in SI units (seconds, bytes, bytes per second); every figure knows where it
 * comes from.
 */
package io.github.tracecast.platform;
