/**
 * Figures of a machine from measurements: measured collectives are predicted, and figures are changed
 * until the predictions agree.
 */
package io.github.tracecast.predict.fit;
