/** The page of a comparison. */
package io.github.tracecast.predict.report.comparison;
