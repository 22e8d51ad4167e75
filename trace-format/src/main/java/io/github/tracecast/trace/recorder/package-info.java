/** Constants that the Java code shares with the recorder in C. */
package io.github.tracecast.trace.recorder;
