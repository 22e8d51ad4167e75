/**
 * Finds a machine's figures from measurements: predicts measured collectives, and changes the
 * figures until the predictions agree.
 */
package io.github.tracecast.predict.fit;
