/** One prediction: the request is fitted to a machine, replayed, and returned as a record. */
package io.github.tracecast.predict.model;
