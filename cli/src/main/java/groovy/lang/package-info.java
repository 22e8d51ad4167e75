@org.jspecify.annotations.NullMarked
package groovy.lang;
