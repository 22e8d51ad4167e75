/**
 * The last step, from a trace to a prediction, and the command line around it.
 *
 * <p>{@link io.github.tracecast.predict.Predictor} runs one replay and returns a {@link
 * io.github.tracecast.predict.Prediction}. The commands parse their options and delegate.
 */
package io.github.tracecast.predict;
