/** The options for the output of results as text, JSON, CSV and pages. */
package io.github.tracecast.predict.cli.options.reports;
