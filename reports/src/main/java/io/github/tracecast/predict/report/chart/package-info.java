/** Charts of a page: their numbers as data, which the page's script draws. */
package io.github.tracecast.predict.report.chart;
