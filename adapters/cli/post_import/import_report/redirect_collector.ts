import type { Redirect, RedirectMaps, UnmappedAddress } from "./redirect.ts";

const maps: readonly (keyof RedirectMaps)[] = ["nginx", "caddy", "_redirects"];
/** Maximum length of an old address, which all servers accept in a configuration. */
const maxLength = 2000;
// oxlint-disable-next-line no-control-regex -- these are the characters meant
const control = /[\u0000-\u001f\u007f]|%(?:[01][0-9a-f]|7f)/i;

/** Collects the redirects of an import's posts. */
export class RedirectCollector {
  readonly #targets = new Set<string>();
  readonly #redirects = new Map<string, Redirect>();
  readonly #unmapped: UnmappedAddress[] = [];

  /**
   * Adds the redirects of a post.
   *
   * @param to the post's address now
   * @param addresses its earlier addresses: absolute URLs, or paths
   */
  add(to: string, addresses: readonly string[]): void {
    const target = new URL(to);
    this.#targets.add(pathOf(target));
    for (const address of addresses) this.#addOne(target, address);
  }

  /** Returns the redirects, and the addresses that no map can have. */
  collect(): { redirects: Redirect[]; unmapped: UnmappedAddress[] } {
    const redirects: Redirect[] = [];
    const unmapped = [...this.#unmapped];
    for (const redirect of this.#redirects.values()) {
      // Such a redirect would hide the other post.
      if (!this.#targets.has(redirect.from)) redirects.push(redirect);
      else unmapped.push(unmappedBecause("another post has this address now", redirect));
    }
    return { redirects, unmapped };
  }

  #addOne(target: URL, address: string): void {
    const to = target.href;
    const isUrl = URL.canParse(address, target);
    const url = isUrl ? new URL(address, target) : target;
    const from = isUrl ? pathOf(url) : address;
    const isSame = from === pathOf(target);
    if (isSame && url.host === target.host) return;
    const known = this.#redirects.get(from);
    if (known?.to === to) return;
    const reason = isSame
      ? `only the host changes: redirect ${url.host} to ${target.host}`
      : (reasonAgainst(isUrl ? url : undefined, from) ??
        (known && `another post redirects from this address, to ${known.to}`));
    if (reason === undefined) this.#redirects.set(from, { from, to });
    else this.#unmapped.push(unmappedBecause(reason, { from: (from + url.hash).slice(0, maxLength), to }));
  }
}

function unmappedBecause(reason: string, { from, to }: Redirect): UnmappedAddress {
  return { from, to, missingIn: [...maps], reason };
}

function reasonAgainst(url: URL | undefined, from: string): string | undefined {
  if (url === undefined || !/^https?:$/.test(url.protocol)) return "it is no address of a page";
  if (from.length > maxLength) return `it is longer than ${maxLength} characters`;
  if (url.hash !== "") return "browsers do not send the part after #";
  if (from === "/") return "it is the site's home page";
  return control.test(from) ? "it contains a control character" : undefined;
}

function pathOf({ pathname, search }: URL): string {
  return pathname + search;
}
