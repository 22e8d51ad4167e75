/**
 * Predicts the trace of a run on more ranks from recordings on fewer: {@code tracecast extrapolate}.
 *
 * <p>{@link io.github.tracecast.predict.extrapolate.LayoutSearch} finds how the ranks stand. Ranks at the same kind of place (a
 * corner, an edge, the interior) have programs of one shape in all recordings. Every number in these programs must follow a
 * {@link io.github.tracecast.predict.extrapolate.Rule} that all ranks of all recordings obey; where none does, the extrapolation
 * is refused and says which call, which ranks and which values. Computation follows power laws by call site and place.
 */
package io.github.tracecast.predict.extrapolate;
