import { decodePercent } from "../../../../lib/base/text/decode_percent.ts";
import {
  formatPlace,
  type ImportedPost,
  type ImportItem,
  type Place,
  type PostMedia,
  rewriteMedia,
} from "../../../../lib/import/mod.ts";
import { Counts, OldHosts } from "../../../../lib/import/files/mod.ts";
import { FileFinder, isUploadPath, type WantedFile } from "./file_finder.ts";
import type { MediaCounts, MediaEntry } from "./media_entry.ts";
import type { MediaTarget } from "./media_target.ts";
import { givenFolder, siteFolder } from "./site_folder.ts";

/** Maximum number of hosts that a note names. */
const mostHosts = 5;

/** Settings of {@link ImportMedia}. */
export interface ImportMediaSettings {
  /** The place that receives the files. Undefined if files are only reported. */
  target: MediaTarget | undefined;
  /** Folder of the site. Default: found by the configuration of its site generator. */
  siteFolder: string | undefined;
  /** Absolute URL of the old site, ending with a slash. */
  sourceUrl: string;
  /** Called for each address. */
  onEntry: (entry: MediaEntry) => void;
}

/** Reports the images and files of imported posts, and puts them into their new place. */
export class ImportMedia {
  readonly #settings: ImportMediaSettings;
  /** Numbers of addresses so far. */
  readonly counts: MediaCounts = {
    found: 0,
    copied: 0,
    stored: 0,
    present: 0,
    missing: 0,
    refused: 0,
    external: 0,
  };

  readonly #oldHosts: OldHosts;
  readonly #otherHosts = new Counts();

  constructor(settings: ImportMediaSettings) {
    this.#settings = settings;
    this.#oldHosts = new OldHosts(settings.sourceUrl);
  }

  /** Replaces the addresses in the items of a path, and adds a note for each file that was not brought over. */
  async *follow(path: string, items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
    const given = this.#settings.siteFolder;
    const folder = given === undefined ? await siteFolder(path) : await givenFolder(given);
    const finder = new FileFinder(folder);
    for await (const item of items) {
      if (item.kind === "post") yield* this.#rewrite(item, finder);
      else yield item;
    }
    yield* this.#strangeHosts(path);
  }

  /** Yields a loss if files should have been brought over, but all are on other hosts. */
  *#strangeHosts(file: string): Generator<ImportItem> {
    const { copied, stored, present, external: count } = this.counts;
    if (this.#settings.target === undefined || copied + stored + present > 0 || count === 0) return;
    const hosts = this.#otherHosts.mostFrequent(mostHosts);
    const text = `no image or file was brought over, because their addresses are on other sites: ${hosts}. If one is the old site, name it with --source-url`;
    yield { kind: "note", category: "media-on-other-sites", text, count, isLoss: true, place: { file } };
  }

  async *#rewrite(item: ImportedPost, finder: FileFinder): AsyncGenerator<ImportItem> {
    const entries: MediaEntry[] = [];
    const rewritten = await rewriteMedia(item, async (media) => {
      const entry = await this.#entryOf(media, item, finder);
      entries.push(entry);
      this.counts[entry.result]++;
      this.#settings.onEntry(entry);
      return entry.newUrl;
    });
    yield rewritten.item;
    const isLoss = this.#settings.target !== undefined;
    for (const { result, where, address, reason } of entries) {
      const place = placeOf(item, address);
      if (result === "missing") {
        const text = `${where} ${address}: the file is not in the folder of the site`;
        yield { kind: "note", category: "media-missing", text, isLoss, place };
      } else if (result === "refused") {
        const text = `${where} ${address}: the file is refused, because ${reason ?? ""}`;
        yield { kind: "note", category: "media-refused", text, isLoss, place };
      }
    }
    if (rewritten.hasOldMarkdown) {
      const text = "the Markdown has addresses of media that only the HTML could be freed from";
      yield { kind: "note", category: "media-in-markdown", text, place: item.place };
    }
  }

  async #entryOf(
    media: PostMedia,
    { place, sourceUrl, key = "", path = key }: ImportedPost,
    finder: FileFinder,
  ): Promise<MediaEntry> {
    const { target } = this.#settings;
    const site = new URL(this.#settings.sourceUrl);
    const entry = { place: formatPlace(place), where: media.where, address: media.address };
    this.#oldHosts.add(sourceUrl);
    const page = pageUrl(site, sourceUrl, path);
    const address = withoutVariable(media.address);
    if (!URL.canParse(address, page)) return { ...entry, result: "refused", reason: "it is not a URL" };
    const url = new URL(address, page);
    const known = { ...entry, url: url.href };
    if ((await target?.has?.(url)) === true) return { ...known, result: "present" };
    const isOld = this.#oldHosts.has(url);
    if (!isOld && !isUploadPath(url.pathname)) return this.#external(known, url);
    const wanted = {
      path: pathOf({ ...media, address }, url),
      sitePath: decodePercent(withoutBase(url.pathname, site.pathname)),
      postFile: place.file,
    };
    const brought = await this.#bring(media, wanted, finder, target?.prefersOriginals ?? false);
    const { newUrl } = brought;
    if (!isOld && brought.file === undefined) return this.#external(known, url);
    return { ...known, ...brought, ...(newUrl !== undefined && { newUrl: newUrl + url.hash }) };
  }

  #external(entry: Omit<MediaEntry, "result">, { host }: URL): MediaEntry {
    this.#otherHosts.add(host);
    return { ...entry, result: "external" };
  }

  /** Finds the file of an address, and puts it into its new place. */
  async #bring(
    media: PostMedia,
    wanted: WantedFile,
    finder: FileFinder,
    prefersOriginal: boolean,
  ): Promise<Pick<MediaEntry, "result" | "file" | "newUrl" | "reason">> {
    const { target } = this.#settings;
    const found = await finder.find(wanted, prefersOriginal);
    if (found === undefined) return { result: "missing" };
    if ("refused" in found) return { result: "refused", reason: found.refused };
    if (target === undefined) return { ...found, result: "found" };
    const put = await target.put(found.file, media);
    if (!("refused" in put)) return { ...found, ...put };
    // The original may be too large.
    if (prefersOriginal) return this.#bring(media, wanted, finder, false);
    return { ...found, result: "refused", reason: put.refused };
  }
}

/** Returns the line of an address in the post's file, as far as it is known. */
function placeOf({ place, bodyLine, input: { markdown = "" } }: ImportedPost, address: string): Place {
  const at = markdown.indexOf(address);
  if (bodyLine === undefined || at < 0) return place;
  return { ...place, line: bodyLine + markdown.slice(0, at).split("\n").length - 1 };
}

/** Returns the post's page on the old site, or a page with the path of its file. */
function pageUrl(site: URL, address: string | undefined, key: string): URL {
  for (const candidate of [address, key.replace(/\.\w+$/, "/")]) {
    if (candidate !== undefined && URL.canParse(candidate, site)) return new URL(candidate, site);
  }
  return site;
}

/** Returns the path as the post's file has it. Readers have resolved a post's image, which may lie beside the file. */
function pathOf({ address, where }: PostMedia, url: URL): string {
  if (where === "image") return decodePercent(url.pathname.slice(1));
  if (/^(?:https?:)?\/\//i.test(address)) return decodePercent(url.pathname);
  return decodePercent(address.split(/[?#]/, 1)[0] ?? "");
}

/** Removes Jekyll's variables for the address of the site, which a template that was not rendered leaves in HTML. */
function withoutVariable(address: string): string {
  return address.replace(
    /^(?:(?:\{\{|%7B%7B)(?:\s|%20){0,3}site\.(?:baseurl|url)(?:\s|%20){0,3}(?:\}\}|%7D%7D)){1,2}/i,
    "",
  );
}

/** Removes the path of a site that does not lie at the root of its host. */
function withoutBase(path: string, base: string): string {
  return path.startsWith(base) ? path.slice(base.length - 1) : path;
}
