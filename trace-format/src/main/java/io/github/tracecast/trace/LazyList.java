package io.github.tracecast.trace;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * An unmodifiable list that creates an element at each access. Each access to an index gives an
 * equal element. It is for lists that fit into memory only in a packed form. {@link Trace} stores a
 * lazy list of events without copying it. Implementations are immutable and thread-safe. Access in
 * ascending order is the cheapest.
 */
public abstract class LazyList<E> extends AbstractList<E> implements RandomAccess {}
