/** How results are written: lines and tables for terminals, JSON, and the files that hold them. */
package io.github.tracecast.predict.text;
