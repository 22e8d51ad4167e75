/** Parts of the commands. No other module uses them. */
package io.github.tracecast.predict.internal;
