/**
 * Communication patterns as comprehensive traces, for newcomers, tests and benchmarks. {@link
 * io.github.tracecast.tools.pattern.PatternRequest} holds the parameters, and {@link
 * io.github.tracecast.tools.pattern.Patterns} writes the trace. Ranks that act in the
 * same way share events, and steps are a loop. So the size of a trace hardly depends on the number
 * of ranks, and not at all on the number of steps.
 */
package io.github.tracecast.tools.pattern;
