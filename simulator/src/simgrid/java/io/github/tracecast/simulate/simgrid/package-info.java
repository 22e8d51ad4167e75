/**
 * The engine over SimGrid's S4U bindings. This folder is built only where SimGrid is installed; the
 * rest of the product reaches it by {@link
 * io.github.tracecast.simulate.engine.Engines}.
 */
package io.github.tracecast.simulate.simgrid;
