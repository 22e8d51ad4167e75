/**
 * Communication patterns as comprehensive traces, for newcomers, tests and benchmarks. {@link
 * io.github.tracecast.predict.internal.pattern.PatternRequest} says what is wanted, {@link
 * io.github.tracecast.predict.internal.pattern.Patterns} writes it. Ranks that do alike share
 * events, steps are a loop: the size of a trace hardly depends on the number of ranks and not at all
 * on the number of steps.
 */
package io.github.tracecast.predict.internal.pattern;
