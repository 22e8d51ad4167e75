/**
 * The last step, from a trace to a prediction.
 *
 * <p>{@code settings} has the request: what to predict. {@code model} predicts it. {@code sweep},
 * {@code mapping}, {@code compare} and {@code sensitivity} are made of predictions. {@code
 * fit} finds a machine from measurements.
 */
package io.github.tracecast.predict;
