/**
 * The last step, from a trace to a prediction.
 *
 * <p>{@code settings} has the request, which states what to predict. {@code model} makes the
 * prediction. {@code sweep}, {@code mapping}, {@code compare} and {@code sensitivity} combine
 * predictions. {@code fit} fits a machine to measurements.
 */
package io.github.tracecast.predict;
