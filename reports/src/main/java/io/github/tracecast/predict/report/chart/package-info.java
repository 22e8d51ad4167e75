/** Charts of a page: their figures as data, which its script draws. */
package io.github.tracecast.predict.report.chart;
