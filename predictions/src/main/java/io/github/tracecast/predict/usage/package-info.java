/** What a run uses besides time: energy. */
package io.github.tracecast.predict.usage;
