/** Returns the address of a list with the parameters that are not empty. */
export function listAddress(path: string, parameters: Readonly<Record<string, string>>): string {
  const given = new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ""));
  return given.size === 0 ? path : `${path}?${given.toString()}`;
}
