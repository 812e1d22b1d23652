import { decodePercent } from "../../base/text/decode_percent.ts";
import { markdownName, pageName, withoutDate } from "../paths/page_path.ts";
import { resolvePath, segmentsOf } from "../site_config/config_values.ts";
import { isLanguageName } from "../paths/path_language.ts";
import type { SiteSummary } from "../site_config/site.ts";
import { pageScheme } from "./page_references.ts";

/** A post to which links can lead. */
export interface LinkedPage {
  /** Path of its file from the root of the site. */
  path: string;
  /** Its address on the old site: an absolute URL, or a path. Undefined if it is unknown. */
  oldAddress: string | undefined;
  /** Earlier addresses. */
  aliases: readonly string[];
  /** Its new address. */
  url: string;
}

/** Stands for a name that several pages have. */
const several = Symbol("several");

/** Finds posts by the paths of their files, their old addresses and their names. */
export class PageIndex {
  readonly #site: SiteSummary | undefined;
  readonly #name: string;
  readonly #files = new Map<string, LinkedPage>();
  readonly #addresses = new Map<string, LinkedPage>();
  readonly #names = new Map<string, LinkedPage | typeof several>();
  readonly #hosts = new Set<string>();

  /** @param name name of the imported folder, which can be a part of addresses */
  constructor(site: SiteSummary | undefined, name: string) {
    this.#site = site;
    this.#name = name;
  }

  add(page: LinkedPage): void {
    const { path, oldAddress, aliases } = page;
    addFirst(this.#files, path, page);
    addFirst(this.#files, stemOf(path), page);
    for (const address of oldAddress === undefined ? aliases : [oldAddress, ...aliases]) {
      if (!URL.canParse(address, anywhere)) continue;
      const { host, pathname } = new URL(address, anywhere);
      if (host !== anyHost && address === oldAddress) this.#hosts.add(plainHost(host));
      addFirst(this.#addresses, comparable(pathname), page);
    }
    for (const name of namesOf(path)) {
      const known = this.#names.get(name);
      this.#names.set(name, known === undefined || known === page ? page : several);
    }
  }

  /** Adds a host of the old site. */
  addHost(host: string): void {
    this.#hosts.add(plainHost(host));
  }

  /** True if an absolute URL leads to the old site. */
  isOwnHost(host: string): boolean {
    return this.#hosts.has(plainHost(host));
  }

  /** Returns the post to which an address without query and fragment leads, or undefined. */
  find(address: string, from: LinkedPage): LinkedPage | undefined {
    if (address.startsWith(pageScheme))
      return this.#findNamed(decoded(address.slice(pageScheme.length)), from);
    const path = decoded(address)
      .replace(/^@site\//, "/")
      .replace(/^~?@\//, "/");
    if (path.startsWith("/")) return this.#findAbsolute(path);
    const file = join(segmentsOf(from.path).slice(0, -1).join("/"), path);
    // Only names of files are relative to the folder for sure. Other addresses are relative to the address of the page.
    const [own, ...others] = basesOf(from);
    return (
      (markdownName.test(path) ? this.#file(file) : this.#findFrom(address, own)) ??
      this.#file(file) ??
      others.map((base) => this.#findFrom(address, base)).find((found) => found !== undefined) ??
      this.#findAbsolute(`/${path}`)
    );
  }

  /** Sites show a page that is not translated in their default language. */
  #findAbsolute(path: string): LinkedPage | undefined {
    const [, first = "", rest = ""] = /^\/([^/]+)(\/.*)$/.exec(path) ?? [];
    const { defaultLanguage = "" } = this.#site ?? {};
    const isTranslated = isLanguageName(first) && first !== defaultLanguage;
    const others = isTranslated ? [`/${defaultLanguage}${rest}`, rest] : first === this.#name ? [rest] : [];
    // The versions of docs are not always known.
    const unversioned = path.replace(/\/(?:next|latest|stable|current)\//, "/");
    return [path, ...others, unversioned]
      .map((one) => this.#findExact(one))
      .find((found) => found !== undefined);
  }

  #findExact(path: string): LinkedPage | undefined {
    const { basePath = "", contentFolders = [] } = this.#site ?? {};
    const isBelow = basePath !== "" && path.startsWith(`${basePath}/`);
    const plain = isBelow ? path.slice(basePath.length) : path;
    const address =
      this.#addresses.get(comparable(path)) ??
      this.#addresses.get(comparable(plain)) ??
      this.#addresses.get(comparable(basePath + path));
    if (address !== undefined) return address;
    for (const folder of ["", ...contentFolders, "docs", "content"]) {
      const file = this.#file(join(folder, plain));
      if (file !== undefined) return file;
    }
    return undefined;
  }

  /** Resolves an address against the address of its page. */
  #findFrom(address: string, base: string | undefined): LinkedPage | undefined {
    if (base === undefined || !URL.canParse(address, new URL(base, anywhere))) return undefined;
    const { pathname } = new URL(address, new URL(base, anywhere));
    return this.#addresses.get(comparable(pathname));
  }

  /** Finds a page as `ref`, `link`, `post_url` and wikis do: by its path below the content, or by its name. */
  #findNamed(target: string, from: LinkedPage): LinkedPage | undefined {
    const [path = ""] = target.split("#", 1);
    if (path === "") return from;
    const folder = segmentsOf(from.path).slice(0, -1).join("/");
    const known =
      (path.startsWith("/") ? undefined : this.#file(join(folder, path))) ??
      this.#findAbsolute(`/${path.replace(/^\//, "")}`);
    if (known !== undefined) return known;
    const named = this.#names.get(nameOf(path));
    const name = named === undefined ? this.#names.get(nameOf(lastPart(path))) : named;
    return name === several ? undefined : name;
  }

  #file(path: string | undefined): LinkedPage | undefined {
    return path === undefined ? undefined : (this.#files.get(path) ?? this.#files.get(stemOf(path)));
  }
}

/** Returns the address of a page. Sites show some pages with a slash at the end, and some without. */
function basesOf({ oldAddress }: LinkedPage): string[] {
  if (oldAddress === undefined || !URL.canParse(oldAddress, anywhere)) return [];
  return [oldAddress, oldAddress.endsWith("/") ? oldAddress.slice(0, -1) : `${oldAddress}/`];
}

const anyHost = "site.invalid";
const anywhere = `http://${anyHost}`;

function addFirst<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}

function plainHost(host: string): string {
  return host.replace(/^www\./, "");
}

/** Joins a folder and a relative path. Returns undefined if the path leads out of the site. */
function join(folder: string, path: string): string | undefined {
  const { parts, isOutside } = resolvePath(folder, path);
  return isOutside ? undefined : parts.join("/");
}

/** Returns a path without its extension. An index page has the path of its folder. */
function stemOf(path: string): string {
  return path.replace(pageName, "").replace(/(?:^|\/)(?:_?index|readme)$/i, "");
}

function comparable(path: string): string {
  return decoded(path)
    .replace(/\/index\.html?$|\.html?$/, "")
    .replace(/\/$/, "");
}

/** Returns the names of a file: its path below a folder such as `_posts`, and its last part. */
function namesOf(path: string): string[] {
  const stem = stemOf(path);
  const [, post = ""] = /(?:^|\/)_posts\/(.+)$/.exec(stem) ?? [];
  return [...new Set([post, lastPart(stem)].filter((name) => name !== "").map(nameOf))];
}

function lastPart(path: string): string {
  return segmentsOf(path).at(-1) ?? "";
}

function nameOf(path: string): string {
  const name = path.replace(pageName, "").normalize("NFC").toLowerCase();
  return name
    .split("/")
    .map((part) => withoutDate(part).replace(/[\s_]+/g, "-"))
    .join("/");
}

function decoded(text: string): string {
  return decodePercent(text).normalize("NFC");
}
