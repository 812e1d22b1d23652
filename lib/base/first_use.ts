/** Loads of all modules that requests load on first use. */
const loads = new Set<() => Promise<unknown>>();

/**
 * Returns a function that loads a module on first use, with an import in its argument. Modules are loaded so if most requests, or most
 * hosts, do without them.
 */
export function onFirstUse<Module>(load: () => Promise<Module>): () => Promise<Module> {
  loads.add(load);
  return load;
}

/**
 * Loads all modules that requests load on first use, and those that they name in turn. Afterwards, no request needs the files of this
 * package.
 */
export async function loadAll(): Promise<void> {
  // A loaded module can add to the set. The loop reaches these, too.
  for (const load of loads) await load();
}
