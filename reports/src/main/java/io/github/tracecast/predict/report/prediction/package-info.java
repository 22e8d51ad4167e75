/** The page of a prediction. */
package io.github.tracecast.predict.report.prediction;
