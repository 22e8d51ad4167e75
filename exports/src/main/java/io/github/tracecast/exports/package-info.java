/** Exports traces in the formats of other simulators and viewers. */
package io.github.tracecast.exports;
