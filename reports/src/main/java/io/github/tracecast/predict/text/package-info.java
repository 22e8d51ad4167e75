/** Tables and lines for terminals. Every text report uses them. */
package io.github.tracecast.predict.text;
