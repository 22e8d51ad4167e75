/** Separates the computation times that a recorder merged over ranks. */
package io.github.tracecast.repair.times;
