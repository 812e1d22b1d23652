/** Reads the parts of the URL of a store or another server. Its errors never have the URL, which may contain a password. */
export class UrlReader {
  /** Creates the error of a URL that cannot be read. */
  readonly unreadable: (reason: string) => Error;

  constructor(unreadable: (reason: string) => Error) {
    this.unreadable = unreadable;
  }

  /**
   * Returns a part of the URL without percent-encoding, or undefined if it is missing or empty.
   *
   * @throws {Error} of `unreadable` when a `%` encodes no character
   */
  decode(part: string | undefined): string | undefined {
    if (part === undefined || part === "") return undefined;
    try {
      return decodeURIComponent(part);
    } catch {
      throw this.unreadable("a % must be followed by two hex digits of UTF-8. Write % itself as %25");
    }
  }

  /**
   * Returns the parameters of a query. Each may be given once.
   *
   * @throws {Error} of `unreadable` when a parameter is unknown or given twice
   */
  readQuery(query: string, names: readonly string[]): Record<string, string> {
    this.decode(query);
    const found: Record<string, string> = {};
    for (const [name, value] of new URLSearchParams(query)) {
      const shown = name.slice(0, 40);
      if (!names.includes(name)) {
        throw this.unreadable(`the parameter ${shown} is unknown: allowed are ${names.join(", ")}`);
      }
      if (Object.hasOwn(found, name)) throw this.unreadable(`the parameter ${shown} is given twice`);
      found[name] = value;
    }
    return found;
  }
}
