/**
 * Predicts the trace of a run on more ranks from recordings on fewer ranks: {@code tracecast
 * extrapolate}.
 *
 * <p>{@link io.github.tracecast.tools.extrapolate.LayoutSearch} finds the layout of the ranks.
 * Ranks at the same kind of place (a corner, an edge, the interior) have programs of the same shape
 * in all recordings. Every number in these programs must follow a {@link
 * io.github.tracecast.tools.extrapolate.Rule} that holds for all ranks of all recordings. If there
 * is no such rule, the extrapolation is refused with the call, the ranks and the values.
 * Computation follows power laws by call site and place.
 */
package io.github.tracecast.tools.extrapolate;
