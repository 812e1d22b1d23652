import { plainHost } from "../links/page_index.ts";

/** The hosts of the old site, which the addresses of its posts show. */
export class OldHosts {
  readonly #hosts = new Set<string>();

  /** @param siteUrl absolute URL of the old site, as far as it is known */
  constructor(siteUrl: string) {
    this.add(siteUrl);
  }

  /** Adds the host of a post's old address. Most sites have the same pages with and without `www.`, and by both schemes. */
  add(address: string | undefined): void {
    if (address !== undefined && URL.canParse(address)) this.#hosts.add(plainHost(new URL(address).host));
  }

  has(url: URL): boolean {
    return this.#hosts.has(plainHost(url.host));
  }
}
