/**
 * C programs that make the calls of a trace. {@link io.github.tracecast.exports.program.CProgram}
 * writes such a program from the trace's loops and rank lists. The resource {@code runtime.c} is
 * the runtime in C. Each program includes the parts of it that the program uses.
 */
package io.github.tracecast.exports.program;
