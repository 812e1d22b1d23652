import { findAddresses, type FoundAddress, rewriteAddresses } from "../../publishing/mod.ts";
import { toSlug } from "../../content/mod.ts";
import { runShortSteps, yieldToEventLoop } from "../../base/yielding.ts";
import type { ImportedPost, ImportNote, Place } from "../import_item.ts";
import { decodePercent } from "../../base/text/decode_percent.ts";
import { slugInPath } from "../markdown/mod.ts";
import { markdownName } from "../paths/page_path.ts";
import { detachedText } from "../values/detached_text.ts";
import { isMediaFile } from "../media/media_attributes.ts";
import type { SlugPlan } from "../run/slug_plan.ts";
import type { SiteSummary } from "../site_config/site.ts";
import { segmentsOf } from "../site_config/config_values.ts";
import { markdownDestinations, type MarkdownDestination } from "./markdown_destinations.ts";
import { type LinkedPage, PageIndex } from "./page_index.ts";
import { pageScheme } from "./page_references.ts";

/** Options of {@link PageLinks}. */
export interface PageLinksOptions {
  slugs: SlugPlan;
  /** Returns the address of the post with a slug. */
  addressOf: (slug: string) => string;
  /** The site of the files. Default: unknown. */
  site?: SiteSummary | undefined;
  /** Path of the imported folder from the root of the site. Default: the root. */
  folder?: string | undefined;
  /** Name of the imported folder, which can be a part of addresses. Default: unknown. */
  name?: string | undefined;
  /** Absolute URL of the old site of an export, whose keys are no paths. Default: the posts are files. */
  exportUrl?: string | undefined;
  /** Text before the keys of the posts, such as `posts/`. Default: none. */
  keyPrefix?: string | undefined;
}

/** Limits of a post, and of all posts together. */
const mostLinks = 10_000;
const mostNotes = 100;
const mostFragments = 100_000;
const mostIds = 1_000_000;
const longestAddress = 2000;
/** Posts that are indexed before other requests run. */
const pagesAtOnce = 500;

/** A post to which links can lead. */
interface PageFields {
  key: string;
  /** The slug that it is to get. */
  slug: string;
  /** The slug that the source gives it. */
  sourceSlug: string;
  name: string;
  sourceUrl?: string;
  aliases?: readonly string[];
}

/** A link to a part of a post. */
interface FragmentLink {
  target: string;
  fragment: string;
  /** The address in quotes, and the post of an export. */
  label: string;
  place: Place;
}

/** Replaces the links between the posts of a folder or export by the addresses of their posts, and names the links without a target. */
export class PageLinks {
  readonly #options: PageLinksOptions;
  readonly #index: PageIndex;
  readonly #pages = new Map<string, LinkedPage & { slug: string }>();
  /** Ids of the elements of each post, by its new address. */
  readonly #ids = new Map<string, ReadonlySet<string>>();
  readonly #fragments: FragmentLink[] = [];
  #idCount = 0;

  constructor(options: PageLinksOptions) {
    this.#options = options;
    const { site, name = "", exportUrl } = options;
    this.#index = new PageIndex({ site, name, exportUrl });
  }

  /** Reads the posts to which links can lead, in the order of their import. Their contents are not needed. */
  async read(items: readonly PageFields[]): Promise<void> {
    const { slugs, addressOf, folder = "", keyPrefix = "", exportUrl } = this.#options;
    const planned = await slugs.slugsOf(
      items.map(({ key, ...others }) => ({ ...others, key: keyPrefix + key })),
    );
    for (const [index, { key, sourceUrl, sourceSlug, aliases = [] }] of items.entries()) {
      const slug = planned[index] ?? "";
      const names =
        exportUrl === undefined
          ? { path: segmentsOf(`${folder}/${key}`).join("/"), sourceSlug: undefined }
          : { path: undefined, sourceSlug };
      const page = { ...names, oldAddress: sourceUrl, aliases, url: addressOf(slug) };
      this.#pages.set(key, { ...page, slug });
      this.#index.add(page);
      if (index % pagesAtOnce === pagesAtOnce - 1) await yieldToEventLoop();
    }
  }

  /** Returns a post with the new addresses of its links, and a note for each link without a target. */
  async link(found: ImportedPost): Promise<{ item: ImportedPost; notes: ImportNote[] }> {
    const page = this.#pages.get(pageKeyOf(found));
    if (page === undefined) return { item: found, notes: [] };
    // A post without a key keeps its slug, by which later imports find it.
    const item = found.key === undefined ? found : { ...found, newSlug: page.slug };
    return this.#linkPage(item, page);
  }

  async #linkPage(
    item: ImportedPost,
    page: LinkedPage,
  ): Promise<{ item: ImportedPost; notes: ImportNote[] }> {
    const { html = "", markdown, markdownDialect = "editor" } = item.input;
    this.#addIds(page, html);
    const found = await runShortSteps(
      findAddresses(html, {
        attributesOf: (element) => (isLink(element) ? ["href"] : []),
        accepts: isPageAddress,
        most: mostLinks,
      }),
    );
    if (found.length === 0) return { item, notes: [] };
    const destinations =
      markdown === undefined ? [] : await runShortSteps(markdownDestinations(markdown, markdownDialect));
    const text = { source: markdown ?? html, destinations: markdown === undefined ? found : destinations };
    const { replacements, notes } = this.#resolve(found, { page, item, text });
    if (replacements.size === 0) return { item, notes };
    const input = { ...item.input, html: rewriteAddresses(html, found, replacements) };
    if (markdown !== undefined) input.markdown = replaced(markdown, destinations, replacements);
    return { item: { ...item, input }, notes };
  }

  /** Returns the notes about links to parts of posts that do not exist. */
  end(): ImportNote[] {
    return this.#fragments
      .filter(({ target, fragment }) => this.#ids.get(target)?.has(fragment) === false)
      .map(({ label, place }) => ({
        kind: "note",
        category: "link-fragment",
        text: `the link to ${label} leads to the beginning of the post, because it has no heading with this id`,
        place,
      }));
  }

  #addIds({ url }: LinkedPage, html: string): void {
    if (this.#idCount > mostIds) return;
    const ids = new Set<string>();
    for (const [, , id = ""] of html.matchAll(/\s(?:id|name)=(["'])([^"'\n]{1,300})\1/g))
      ids.add(detachedText(decoded(id)));
    this.#idCount += ids.size;
    this.#ids.set(url, ids);
  }

  #resolve(
    found: readonly FoundAddress[],
    { page, item, text }: { page: LinkedPage; item: ImportedPost; text: SearchedText },
  ): { replacements: Map<string, string>; notes: ImportNote[] } {
    const replacements = new Map<string, string>();
    const notes: ImportNote[] = [];
    const others = new Map<string | undefined, ImportNote>();
    const lines = new Lines(text, item.bodyLine ?? 1);
    const counts = new Map<string, number>();
    for (const { address } of found) counts.set(address, (counts.get(address) ?? 0) + 1);
    for (const [address, count] of counts) {
      const place = page.path === undefined ? item.place : { ...item.place, line: lines.of(address) };
      const { url, problem } = this.#target(address, page, { name: item.input.name, place });
      if (url !== undefined) replacements.set(address, url);
      if (problem === undefined) continue;
      const note: ImportNote = { kind: "note", ...problem, count, place };
      const other = others.get(note.category);
      if (notes.length < mostNotes) notes.push(note);
      else if (other !== undefined) other.count = (other.count ?? 0) + count;
      else others.set(note.category, { ...note, text: "more links of this kind are in the post" });
    }
    return { replacements, notes: [...notes, ...others.values()] };
  }

  /** Returns the new address of a link, or the problem if it has no target. Links to other sites have neither. */
  #target(
    address: string,
    page: LinkedPage,
    { name, place }: { name: string; place: Place },
  ): { url?: string; problem?: Pick<ImportNote, "category" | "text" | "isLoss"> } {
    const [, path = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(address) ?? [];
    const isAbsolute = /^(?:https?:)?\/\//i.test(path);
    const isReference = path.startsWith(pageScheme);
    let local = path;
    if (isAbsolute) {
      if (!URL.canParse(path, "https://x.invalid")) return {};
      const own = this.#index.pathOn(new URL(path, "https://x.invalid"));
      if (own === undefined) return {};
      local = own;
    }
    const named = this.#index.findByQuery(local, query);
    if (local === "" && !this.#index.hasQueries) return {};
    const target = named ?? (local === "" ? undefined : this.#index.find(local, page));
    const shown = shortened(isReference ? decoded(address.slice(pageScheme.length)) : address);
    // A file is named by its place. An export has many posts.
    const label = page.path === undefined ? `"${shown}" in "${shortened(name)}"` : `"${shown}"`;
    if (target !== undefined) {
      const part = decoded(fragment.slice(1));
      if (part !== "" && this.#fragments.length < mostFragments)
        this.#fragments.push({ target: target.url, fragment: part, label, place });
      return { url: target.url + (named === undefined ? query : "") + fragment };
    }
    if (isReference || isFile(local) || !(isAbsolute || local.startsWith("/"))) {
      const text = `the link to ${label} has no target among the posts`;
      const guess = isReference ? { url: lastName(local) + fragment } : {};
      return { ...guess, problem: { category: "dead-link", text, isLoss: true } };
    }
    const text = `the link to ${label} stays, because no post has this address`;
    return { problem: { category: "link-to-other-page", text } };
  }
}

/** A text in which the line of an address is looked up. */
interface SearchedText {
  source: string;
  destinations: readonly MarkdownDestination[];
}

/** The lines of the addresses of a text. */
class Lines {
  readonly #lines = new Map<string, number>();
  readonly #first: number;

  constructor({ source, destinations }: SearchedText, first: number) {
    this.#first = first;
    let [line, from] = [first, 0];
    for (const { start, address } of destinations) {
      for (let end = source.indexOf("\n", from); end >= 0 && end < start; end = source.indexOf("\n", from)) {
        line++;
        from = end + 1;
      }
      const key = decoded(address);
      if (!this.#lines.has(key)) this.#lines.set(key, line);
    }
  }

  of(address: string): number {
    return this.#lines.get(decoded(address)) ?? this.#first;
  }
}

/** Returns the key of a post, or else its slug. */
export function pageKeyOf({ key, input }: Pick<ImportedPost, "key" | "input">): string {
  return key ?? input.slug ?? toSlug(input.name);
}

function isLink(element: string): boolean {
  return element === "a" || element === "area";
}

/** True for an address that can lead to a page of the site. Files such as pictures and archives are brought over by `--media`. */
function isPageAddress(address: string): boolean {
  if (address === "" || address.length > longestAddress || /^[#{]/.test(address)) return false;
  if (/^[a-z][a-z0-9+.-]{0,30}:/i.test(address) && !/^(?:https?|page):/i.test(address)) return false;
  const [path = ""] = address.split(/[?#]/, 1);
  return !isMediaFile(path);
}

/** True for the address of a file that only a site generator reads. */
function isFile(path: string): boolean {
  return markdownName.test(path) || /\.rst$/i.test(path) || path.startsWith("@");
}

/** Returns the last part of a reference, which is usually the slug of a post. */
function lastName(reference: string): string {
  const [path = ""] = decoded(reference.slice(pageScheme.length)).split("#", 1);
  return encodeURI(slugInPath(path));
}

function replaced(
  markdown: string,
  destinations: readonly MarkdownDestination[],
  replacements: ReadonlyMap<string, string>,
): string {
  const urls = new Map([...replacements].map(([address, url]) => [decoded(address), url]));
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, address } of destinations) {
    const url = urls.get(decoded(address));
    if (url === undefined) continue;
    parts.push(markdown.slice(from, start), url);
    from = end;
  }
  return parts.join("") + markdown.slice(from);
}

/** Returns an address as HTML and Markdown have it in common. */
function decoded(address: string): string {
  return decodePercent(address.replaceAll("&amp;", "&").replace(/\\([!-/:-@[-`{-~])/g, "$1"));
}

function shortened(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}...` : address;
}
