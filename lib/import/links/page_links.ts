import { findAddresses, type FoundAddress, rewriteAddresses } from "../../publishing/mod.ts";
import { toSlug } from "../../content/mod.ts";
import { runShortSteps, yieldToEventLoop } from "../../base/yielding.ts";
import type { ImportedPost, ImportNote, Place } from "../import_item.ts";
import { decodePercent } from "../../base/text/decode_percent.ts";
import { headingId, slugInPath } from "../markdown/mod.ts";
import { markdownName, rstName } from "../paths/page_path.ts";
import { detachedText } from "../values/detached_text.ts";
import { findMedia, isMediaFile } from "../media/media_attributes.ts";
import { isLocal, localMediaNotes } from "../media/local_media_notes.ts";
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
  /** Address of the old site. Default: known by the addresses of its pages. */
  sourceUrl?: string | undefined;
  /** True if pictures and files are brought over, so that no note names them. Default: false. */
  bringsMedia?: boolean | undefined;
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
  /** Path of its file. Default: the key. */
  path?: string;
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
    const { site, name = "", exportUrl, sourceUrl } = options;
    this.#index = new PageIndex({ site, name, exportUrl });
    if (sourceUrl !== undefined) this.#index.addHost(new URL(sourceUrl).host);
  }

  /** Reads the posts to which links can lead, in the order of their import. Their contents are not needed. */
  async read(items: readonly PageFields[]): Promise<void> {
    const { slugs, addressOf, folder = "", keyPrefix = "", exportUrl } = this.#options;
    const planned = await slugs.slugsOf(
      items.map(({ key, ...others }) => ({ ...others, key: keyPrefix + key })),
    );
    for (const [index, { key, path = key, sourceUrl, sourceSlug, aliases = [] }] of items.entries()) {
      const slug = planned[index] ?? "";
      const names =
        exportUrl === undefined
          ? { path: segmentsOf(`${folder}/${path}`).join("/"), sourceSlug: undefined }
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
    this.#addIds(page, item.input.name, html);
    const found = await runShortSteps(
      findAddresses(html, {
        attributesOf: (element) => (isLink(element) ? ["href"] : []),
        accepts: isPageAddress,
        most: mostLinks,
      }),
    );
    const media =
      this.#options.bringsMedia === true ? [] : (await runShortSteps(findMedia(html))).filter(isLocal);
    if (found.length === 0 && media.length === 0) return { item, notes: [] };
    const destinations =
      markdown === undefined ? [] : await runShortSteps(markdownDestinations(markdown, markdownDialect));
    const text = {
      source: markdown ?? html,
      destinations: markdown === undefined ? [...found, ...media].toSorted(byStart) : destinations,
    };
    const lines = new Lines(text, item.bodyLine ?? 1);
    const { replacements, notes } = this.#resolve(found, { page, item, lines });
    notes.push(...localMediaNotes(media, (address) => placeIn(item, { page, lines, address })));
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

  #addIds({ url }: LinkedPage, name: string, html: string): void {
    if (this.#idCount > mostIds) return;
    // A link to the title leads to the beginning.
    const ids = new Set([detachedText(headingId(name))]);
    for (const [, double, single, plain = ""] of html.matchAll(
      /\s(?:id|name)=(?:"([^"\n]{1,300})"|'([^'\n]{1,300})'|([^\s"'<>]{1,300}))/gi,
    ))
      ids.add(detachedText(decoded(double ?? single ?? plain)));
    this.#idCount += ids.size;
    this.#ids.set(url, ids);
  }

  #resolve(
    found: readonly FoundAddress[],
    { page, item, lines }: { page: LinkedPage; item: ImportedPost; lines: Lines },
  ): { replacements: Map<string, string>; notes: ImportNote[] } {
    const replacements = new Map<string, string>();
    const notes: ImportNote[] = [];
    const others = new Map<string | undefined, ImportNote>();
    const counts = new Map<string, number>();
    for (const { address } of found) counts.set(address, (counts.get(address) ?? 0) + 1);
    for (const [address, count] of counts) {
      const place = placeIn(item, { page, lines, address });
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
    // A query alone is about the page itself, such as a search.
    const own = query === "" ? page : undefined;
    const target = named ?? (path === "" ? own : this.#index.find(local, page));
    // A file is named by its place. An export has many posts.
    const shown = nameOf(address);
    const label = page.path === undefined ? `"${shown}" in "${shortened(name)}"` : `"${shown}"`;
    if (target !== undefined) {
      const part = decoded(fragment.slice(1));
      if (part !== "" && this.#fragments.length < mostFragments)
        this.#fragments.push({ target: target.url, fragment: part, label, place });
      if (path === "" && named === undefined) return {};
      return { url: target.url + (named === undefined ? query : "") + fragment };
    }
    const isRelative = path === "" ? this.#index.hasQueries : !isAbsolute && !local.startsWith("/");
    if (isReference || isFile(local) || isRelative) {
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
  if (address === "" || address.length > longestAddress || /^(?:#(?:top)?$|\{)/.test(address)) return false;
  if (/^[a-z][a-z0-9+.-]{0,30}:/i.test(address) && !/^(?:https?|page):/i.test(address)) return false;
  const [path = ""] = address.split(/[?#]/, 1);
  return !isMediaFile(path);
}

/** True for the address of a file that only a site generator reads. */
function isFile(path: string): boolean {
  return markdownName.test(path) || rstName.test(path) || path.startsWith("@");
}

/** Returns the place of an address. Posts of exports have no lines of their own. */
function placeIn(
  { place }: ImportedPost,
  { page, lines, address }: { page: LinkedPage; lines: Lines; address: string },
): Place {
  return page.path === undefined ? place : { ...place, line: lines.of(address) };
}

function byStart(one: MarkdownDestination, other: MarkdownDestination): number {
  return one.start - other.start;
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

/** Returns an address for a note, as the file has it. */
function nameOf(address: string): string {
  return shortened(address.startsWith(pageScheme) ? decoded(address.slice(pageScheme.length)) : address);
}

function shortened(address: string): string {
  return address.length > 200 ? `${address.slice(0, 200)}...` : address;
}
