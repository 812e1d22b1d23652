/**
 * Whether a request has more than one Host header line (RFC 9112, section 3.2). Node keeps the first and hides the others.
 *
 * @param rawHeaders names and values in turn, as `node:http` has them
 */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let isFound = false;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || (name !== "Host" && name.toLowerCase() !== "host")) continue;
    if (isFound) return true;
    isFound = true;
  }
  return false;
}
