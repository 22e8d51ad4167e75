/**
 * Reports as HTML: one self-contained file for a browser, an email or a printer.
 *
 * <p>A {@link io.github.tracecast.predict.report.page.Page} is a list of {@link
 * io.github.tracecast.predict.report.page.PageSection}s. A section writes its text and tables,
 * which work without scripts. The section also names its {@link
 * io.github.tracecast.predict.report.chart.Chart}s. The page's script draws these charts from the
 * page's single block of JSON. Each report is a list of sections, in a package with its own
 * sections.
 */
package io.github.tracecast.predict.report;
