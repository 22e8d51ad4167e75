/**
 * The timing engine over SimGrid's S4U bindings. This folder is compiled only if SimGrid is
 * installed; other packages open the engine by {@link io.github.tracecast.simulate.engine.Engines}.
 */
package io.github.tracecast.simulate.simgrid;
