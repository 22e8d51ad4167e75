/**
 * Predictions of one trace for many machines: ranges make axes, axes a plan of points, and each finished point a line
 * of the journal, from which the same command goes on after it was killed.
 */
package io.github.tracecast.predict.sweep;
