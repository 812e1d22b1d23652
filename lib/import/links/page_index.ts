import { decodePercent } from "../../base/text/decode_percent.ts";
import { markdownName, pageName, withoutDate } from "../paths/page_path.ts";
import { resolvePath, segmentsOf } from "../site_config/config_values.ts";
import { isLanguageName } from "../paths/path_language.ts";
import type { SiteSummary } from "../site_config/site.ts";
import { pageScheme } from "./page_references.ts";

/** A post to which links can lead. */
export interface LinkedPage {
  /** Path of its file from the root of the site. Undefined for a post of an export. */
  path: string | undefined;
  /** Its slug in an export. Undefined for a file. */
  sourceSlug: string | undefined;
  /** Its address on the old site: an absolute URL, or a path. Undefined if it is unknown. */
  oldAddress: string | undefined;
  /** Earlier addresses, and others that show it, such as `/?p=12`. */
  aliases: readonly string[];
  /** Its new address. */
  url: string;
}

/** Stands for a name that several pages have. */
const several = Symbol("several");

/** Site of the posts of an index. */
interface IndexedSite {
  site: SiteSummary | undefined;
  /** Name of the imported folder, which can be a part of addresses. */
  name: string;
  /** Absolute URL of the old site of an export. Undefined for files. */
  exportUrl: string | undefined;
}

/** Finds posts by the paths of their files, their old addresses and their names. */
export class PageIndex {
  readonly #site: SiteSummary | undefined;
  readonly #name: string;
  readonly #basePath: string;
  /** Path before the parameter that names a post. Undefined if no address has a query string. */
  #queryPath: string | undefined;
  readonly #files = new Map<string, LinkedPage>();
  readonly #addresses = new Map<string, LinkedPage>();
  readonly #names = new Map<string, LinkedPage | typeof several>();
  readonly #hosts = new Set<string>();

  constructor({ site, name, exportUrl }: IndexedSite) {
    this.#site = site;
    this.#name = name;
    const url = exportUrl !== undefined && URL.canParse(exportUrl) ? new URL(exportUrl) : undefined;
    this.#basePath = url === undefined ? (site?.basePath ?? "") : comparable(url.pathname);
    if (url !== undefined) this.#hosts.add(plainHost(url.host));
  }

  add(page: LinkedPage): void {
    const { path, sourceSlug, oldAddress, aliases } = page;
    for (const address of oldAddress === undefined ? aliases : [oldAddress, ...aliases]) {
      if (!URL.canParse(address, anywhere)) continue;
      const { host, pathname, search } = new URL(address, anywhere);
      if (host !== anyHost && !sharedHosts.has(host)) this.#hosts.add(plainHost(host));
      if (search !== "") this.#queryPath ??= comparable(pathname);
      addFirst(this.#addresses, comparable(pathname) + search, page);
    }
    if (sourceSlug !== undefined) this.#addName(sourceSlug.toLowerCase(), page);
    if (path === undefined) return;
    addFirst(this.#files, path, page);
    addFirst(this.#files, stemOf(path), page);
    for (const name of namesOf(path)) this.#addName(name, page);
  }

  /** Adds a host of the old site. */
  addHost(host: string): void {
    this.#hosts.add(plainHost(host));
  }

  #addName(name: string, page: LinkedPage): void {
    const known = this.#names.get(name);
    this.#names.set(name, known === undefined || known === page ? page : several);
  }

  /** True if addresses of posts have query strings. */
  get hasQueries(): boolean {
    return this.#queryPath !== undefined;
  }

  /** Returns the path of an absolute URL on the old site, or undefined if the URL leads to another site. */
  pathOn({ host, pathname }: URL): string | undefined {
    const [, story] = mediumHost.test(host) ? (mediumStory.exec(pathname) ?? []) : [];
    if (story !== undefined && this.#addresses.has(`/p/${story}`)) return `/p/${story}`;
    return this.#hosts.has(plainHost(host)) ? pathname : undefined;
  }

  /** Returns the post that a parameter of an address names, as in `/?p=12`. */
  findByQuery(path: string, query: string): LinkedPage | undefined {
    if (query.length < 2 || this.#queryPath === undefined) return undefined;
    const base = path === "" ? this.#queryPath : comparable(path);
    const parameters = query.slice(1).split("&", mostParameters);
    return parameters
      .map((parameter) => this.#addresses.get(`${base}?${parameter}`))
      .find((page) => page !== undefined);
  }

  /** Returns the post to which an address without query and fragment leads, or undefined. */
  find(address: string, from: LinkedPage): LinkedPage | undefined {
    if (address.startsWith(pageScheme))
      return this.#findNamed(decoded(address.slice(pageScheme.length)), from);
    const path = decoded(address)
      .replace(/^@site\//, "/")
      .replace(/^~?@\//, "/");
    if (path.startsWith("/")) return this.#findAbsolute(path);
    const file = besides(from, path);
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
    const exact = [path, ...others, unversioned]
      .map((one) => this.#findExact(one))
      .find((found) => found !== undefined);
    return exact ?? this.#findSlug(path);
  }

  /** Finds a post of an export by the slug in an address. WordPress and others redirect earlier forms of their permalinks. */
  #findSlug(path: string): LinkedPage | undefined {
    const [, slug = ""] = slugPath.exec(comparable(this.#withoutBase(path))) ?? [];
    const page = this.#names.get(slug.toLowerCase()) ?? this.findByQuery("", `?p=${slug}`);
    return page === several || page?.sourceSlug === undefined ? undefined : page;
  }

  #withoutBase(path: string): string {
    const isBelow = this.#basePath !== "" && path.startsWith(`${this.#basePath}/`);
    return isBelow ? path.slice(this.#basePath.length) : path;
  }

  #findExact(path: string): LinkedPage | undefined {
    const { contentFolders = [] } = this.#site ?? {};
    const basePath = this.#basePath;
    const plain = this.#withoutBase(path);
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
    const known =
      (path.startsWith("/") ? undefined : this.#file(besides(from, path))) ??
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

/** Hosts that many sites share. */
const sharedHosts: ReadonlySet<string> = new Set([
  "medium.com",
  "substack.com",
  "open.substack.com",
  "feeds.feedburner.com",
  "feedproxy.google.com",
]);
const mediumHost = /(?:^|\.)medium\.com$/;
/** The id at the end of a story's address, which stays when its title or publication changes. */
const mediumStory = /^\/(?:.{0,500}[-/])?([0-9a-f]{8,16})$/;
/** A slug as permalinks have it: alone, or after a date or a word. */
const slugPath = /^\/(?:\d{4}\/(?:\d{2}\/){0,2}|(?:archives|blog|posts?|p)\/)?([^/]{1,300})$/;
/** Maximum number of parameters of a query string that are read. */
const mostParameters = 20;

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

/** Returns a host without `www.`. A blog of Blogger has a host in each country. */
export function plainHost(host: string): string {
  return host.replace(/^www\./, "").replace(/\.blogspot\.[a-z.]{2,7}$/, ".blogspot.com");
}

/** Returns the path of a file from the folder of another. Posts of exports have no folder. */
function besides({ path: own }: LinkedPage, path: string): string | undefined {
  return own === undefined ? undefined : join(segmentsOf(own).slice(0, -1).join("/"), path);
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
    .replace(/\/index\.(?:html?|php)$|\.html?$/, "")
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
