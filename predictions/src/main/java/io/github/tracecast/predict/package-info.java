/**
 * The last step, from a trace to a prediction, and the command line around it.
 *
 * <p>{@code settings} has the request: what to predict. {@code model} predicts it. {@code sweep},
 * {@code mapping}, {@code compare} and {@code sensitivity} are made of predictions. {@code print}
 * and {@code report} show results. {@code cli} reads the command line. {@code topology}, {@code
 * extrapolate}, {@code export} and {@code program} use traces in other ways.
 */
package io.github.tracecast.predict;
