/** The result of {@code fit} as text and CSV. */
package io.github.tracecast.predict.print.fit;
