/** Which rank should go where: the traffic of a program as a graph, and a search for a mapping with short ways. */
package io.github.tracecast.predict.mapping;
