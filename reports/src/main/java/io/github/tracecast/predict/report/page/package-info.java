/** A page for a browser: sections with headings, and how to reproduce it. */
package io.github.tracecast.predict.report.page;
