/** Returns true for packages and for modules of Node, which bundles import by name. The bundler's own helpers are bundled. */
export function isExternal(specifier: string): boolean {
  return !/^[./]/.test(specifier) && !specifier.startsWith("@oxc-project/runtime/");
}
