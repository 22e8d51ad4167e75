/** Measurements of Tracecast, as tables and as JMH benchmarks; {@code benchmarks/README.md} says how to run them. */
package io.github.tracecast.benchmarks;
