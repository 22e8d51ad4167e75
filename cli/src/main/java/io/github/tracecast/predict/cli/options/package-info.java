/** Options that several commands share. */
package io.github.tracecast.predict.cli.options;
