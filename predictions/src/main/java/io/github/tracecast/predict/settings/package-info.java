/** The settings of a prediction as the user states them, and their parsers. */
package io.github.tracecast.predict.settings;
