/** Formats text for users: numbers, names, lines of limited width, and quoted command lines. */
package io.github.tracecast.trace.text;
