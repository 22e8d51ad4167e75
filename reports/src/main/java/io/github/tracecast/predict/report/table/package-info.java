/** Tables of texts and pages from the columns of a result. */
package io.github.tracecast.predict.report.table;
