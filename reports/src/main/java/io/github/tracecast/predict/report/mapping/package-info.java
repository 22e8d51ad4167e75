/** The page of a ranking of mappings. */
package io.github.tracecast.predict.report.mapping;
