/**
 * Reads GOAL, the schedules of LogGOPSim: the sends, receives and calculations of each rank, and
 * their dependencies.
 */
package io.github.tracecast.imports.internal.goal;
