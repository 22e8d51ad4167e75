/**
 * Predicts one trace for many machines. Ranges define axes, and axes define a plan of points. Each
 * finished point becomes a line of the journal. After an interruption, the same command continues
 * from the journal.
 */
package io.github.tracecast.predict.sweep;
