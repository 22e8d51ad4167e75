/**
 * Reports as HTML: one self-contained file for a browser, a mail or a printer.
 *
 * <p>A {@link io.github.tracecast.predict.report.Page} is a list of {@link
 * io.github.tracecast.predict.report.Section}s. A section writes its words and tables, so that they are there without
 * scripts, and names its {@link io.github.tracecast.predict.report.Chart}s, which the page's script draws from the page's
 * one block of JSON. Another report is another list of sections.
 */
package io.github.tracecast.predict.report;
