/** How results are described for all outputs. */
package io.github.tracecast.predict.output;
