/** A configuration that cannot be read. The import continues without it. */
export class SiteConfigError extends Error {
  /** Path of the file from the root of the site. */
  readonly path: string;

  /** @param reason the reason as a clause, such as "it takes too long" */
  constructor(path: string, reason: string, options?: ErrorOptions) {
    const effect = "so slugs, languages and old addresses come from the files of the posts alone";
    super(`Cannot read the site's configuration: ${reason}, ${effect}`, options);
    this.name = "SiteConfigError";
    this.path = path;
  }
}
