package io.github.tracecast.platform.topology;

import io.github.tracecast.platform.Topology;
import io.github.tracecast.platform.internal.Figures;
import io.github.tracecast.platform.internal.Keys;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One topology of machine files.
 *
 * @param name the value of {@code network.topology}
 * @param keys declares its keys
 * @param reader builds it from checked figures, and checks rules between several of them
 */
public record TopologyType(String name, Consumer<Keys> keys, Function<Figures, Topology> reader) {}
