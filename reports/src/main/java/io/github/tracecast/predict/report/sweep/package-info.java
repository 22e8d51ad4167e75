/** The page of a sweep. */
package io.github.tracecast.predict.report.sweep;
