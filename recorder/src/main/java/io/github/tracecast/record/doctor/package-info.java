/** The report of {@code doctor}: the installed parts, the missing ones, and how to get them. */
package io.github.tracecast.record.doctor;
