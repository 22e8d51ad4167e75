/** Two predictions side by side. */
package io.github.tracecast.predict.compare;
