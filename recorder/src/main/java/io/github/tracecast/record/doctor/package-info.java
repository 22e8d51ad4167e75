/**
 * The report of {@code doctor}: the installed parts, the missing parts, and how to install them.
 */
package io.github.tracecast.record.doctor;
