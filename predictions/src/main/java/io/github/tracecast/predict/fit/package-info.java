/**
 * Fits a machine's values to measurements: predicts measured collectives, and changes the values
 * until the predictions agree.
 */
package io.github.tracecast.predict.fit;
