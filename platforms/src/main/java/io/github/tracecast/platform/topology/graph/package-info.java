/** Networks from a file of their cables. */
package io.github.tracecast.platform.topology.graph;
