package io.github.tracecast.trace;

import java.util.AbstractList;
import java.util.RandomAccess;

/**
 * An unmodifiable list whose elements are made when they are asked for, each time an equal one: for lists of which only a packed form
 * fits into memory. {@link Trace} keeps such a list of events as it is instead of copying it. Implementations are immutable and
 * thread-safe, and cheapest from the first element to the last.
 */
public abstract class LazyList<E> extends AbstractList<E> implements RandomAccess {}
