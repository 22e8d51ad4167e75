/** The electrical power of a machine: of its nodes, switches and links. */
package io.github.tracecast.platform.power;
