/** GOAL, the schedules of LogGOPSim: what each rank sends, receives and calculates, and what depends on what. */
package io.github.tracecast.imports.internal.goal;
