package io.github.tracecast.trace;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * An unmodifiable list that creates an element at each access, each time an equal one. It is for
 * lists of which only a packed form fits into memory. {@link Trace} keeps such a list of events and
 * does not copy it. Implementations are immutable and thread-safe. Access in ascending order is the
 * cheapest.
 */
public abstract class LazyList<E> extends AbstractList<E> implements RandomAccess {}
