/* Knows MPI only through a plugin that it opens: opener PLUGIN. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char **arguments) {
  void *plugin = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!plugin) {
    fprintf(stderr, "opener: %s\n", count > 1 ? dlerror() : "expected a plugin");
    return 1;
  }
  int (*start)(void) = (int (*)(void))dlsym(plugin, "start");
  int (*work)(int) = (int (*)(int))dlsym(plugin, "work");
  int (*stop)(void) = (int (*)(void))dlsym(plugin, "stop");
  if (!start || !work || !stop || start() != 0) return 1;
  int wrong = work(30);
  return stop() != 0 || wrong;
}
