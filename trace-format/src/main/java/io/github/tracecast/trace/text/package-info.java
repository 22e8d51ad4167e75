/** Formats text for people: numbers, names, lines of limited width, and quoted command lines. */
package io.github.tracecast.trace.text;
