/** The logs that the recorder writes, one a rank: definitions and matches in a first pass, events in a second. */
package io.github.tracecast.imports.internal.recording;
