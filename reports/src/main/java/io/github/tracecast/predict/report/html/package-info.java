/** Words and tables of a page, escaped. */
package io.github.tracecast.predict.report.html;
