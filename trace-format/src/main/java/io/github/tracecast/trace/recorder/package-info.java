/** Constants that the recorder in C shares. */
package io.github.tracecast.trace.recorder;
