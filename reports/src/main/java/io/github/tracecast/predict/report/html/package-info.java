/** Text and tables of a page as escaped HTML. */
package io.github.tracecast.predict.report.html;
