/** How results are written as JSON. */
package io.github.tracecast.predict.output;
