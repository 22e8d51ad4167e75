/** What a trace shows, as text and JSON. */
package io.github.tracecast.predict.print.trace;
