/** The settings of a prediction in the user's words, and how they are parsed. */
package io.github.tracecast.predict.settings;
