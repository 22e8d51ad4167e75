/** Results as text, JSON and CSV. */
package io.github.tracecast.predict.print;
