/** What a machine draws: the power of nodes, switches and links. */
package io.github.tracecast.platform.power;
