/**
 * The search for good mappings: the traffic of a program as a graph, and a search for a mapping
 * with short routes.
 */
package io.github.tracecast.predict.mapping;
