/**
 * C programs that make the calls of a trace. {@link io.github.tracecast.exports.program.CProgram}
 * writes one from the trace's loops and rank lists. The resource {@code runtime.c} is the runtime
 * in C, and each program includes the parts that it uses.
 */
package io.github.tracecast.exports.program;
