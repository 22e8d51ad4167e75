/**
 * Fuzzing: runs commands on damaged inputs and random options in this JVM. It reports every run
 * that does not end in a result or in one clear line. {@code benchmarks/fuzz CASES SEED} runs many.
 */
package io.github.tracecast.predict.fuzz;
