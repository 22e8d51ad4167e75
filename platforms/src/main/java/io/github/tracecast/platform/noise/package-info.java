/** The time that the operating system and other programs take from the cores of a machine. */
package io.github.tracecast.platform.noise;
