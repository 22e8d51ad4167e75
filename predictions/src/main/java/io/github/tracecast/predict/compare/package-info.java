/** Compares two predictions. */
package io.github.tracecast.predict.compare;
