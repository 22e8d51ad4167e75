/** The options and the output of results: text, JSON, CSV and pages. */
package io.github.tracecast.predict.cli.options.reports;
