import {
  formatPlace,
  type ImportedPost,
  type ImportItem,
  type PostMedia,
  rewriteMedia,
} from "../../../../lib/import/mod.ts";
import { BoundedMap } from "../../../../lib/base/bounded_map.ts";
import { copyFile } from "./copy_file.ts";
import { findFile } from "./find_file.ts";
import type { MediaCounts, MediaEntry } from "./media_entry.ts";
import { givenFolder, siteFolder } from "./site_folder.ts";

/** Settings of {@link ImportMedia}. */
export interface ImportMediaSettings {
  /** Folder for copies, and the URL at which it is served, ending with a slash. Default: files are only reported. */
  copies: { folder: string; url: string } | undefined;
  /** Folder of the site. Default: found by the configuration of its site generator. */
  siteFolder: string | undefined;
  /** Absolute URL of the old site, ending with a slash. */
  sourceUrl: string;
  dryRun: boolean;
  /** Called for each address. */
  onEntry: (entry: MediaEntry) => void;
}

const mostKnownCopies = 10_000;

/** Reports the images and files of imported posts, and copies them. */
export class ImportMedia {
  readonly #settings: ImportMediaSettings;
  /** Names of copies by file. */
  readonly #copies = new BoundedMap<string>(mostKnownCopies);
  /** Numbers of addresses so far. */
  readonly counts: MediaCounts = { found: 0, copied: 0, missing: 0, refused: 0, external: 0 };

  constructor(settings: ImportMediaSettings) {
    this.#settings = settings;
  }

  /** Replaces the addresses in the items of a path, and adds a note for each file that was not brought over. */
  async *follow(path: string, items: AsyncIterable<ImportItem>): AsyncGenerator<ImportItem> {
    const given = this.#settings.siteFolder;
    const folder = given === undefined ? await siteFolder(path) : await givenFolder(given);
    for await (const item of items) {
      if (item.kind === "post") yield* this.#rewrite(item, folder);
      else yield item;
    }
  }

  async *#rewrite(item: ImportedPost, folder: string): AsyncGenerator<ImportItem> {
    const { place } = item;
    const entries: MediaEntry[] = [];
    const rewritten = await rewriteMedia(item, async (media) => {
      const entry = await this.#entryOf(media, item, folder);
      entries.push(entry);
      this.counts[entry.result]++;
      this.#settings.onEntry(entry);
      return entry.newUrl;
    });
    yield rewritten.item;
    const isLoss = this.#settings.copies !== undefined;
    for (const { result, where, address, reason } of entries) {
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
      yield { kind: "note", category: "media-in-markdown", text, place };
    }
  }

  async #entryOf(
    media: PostMedia,
    { place, sourceUrl, key = "" }: ImportedPost,
    folder: string,
  ): Promise<MediaEntry> {
    const { copies } = this.#settings;
    const site = new URL(this.#settings.sourceUrl);
    const entry = { place: formatPlace(place), ...media };
    const page = pageUrl(site, sourceUrl, key);
    const address = withoutVariable(media.address);
    if (!URL.canParse(address, page)) return { ...entry, result: "refused", reason: "it is not a URL" };
    const url = new URL(address, page);
    const known = { ...entry, url: url.href };
    if (url.host !== site.host) return { ...known, result: "external" };
    const found = await findFile(folder, {
      path: pathOf({ ...media, address }, url),
      sitePath: decoded(withoutBase(url.pathname, site.pathname)),
      postFile: place.file,
    });
    if (found === undefined) return { ...known, result: "missing" };
    if ("refused" in found) return { ...known, result: "refused", reason: found.refused };
    if (copies === undefined) return { ...known, ...found, result: "found" };
    const name = await this.#copy(found.file, copies.folder);
    return { ...known, ...found, result: "copied", newUrl: `${copies.url}${name}${url.hash}` };
  }

  async #copy(file: string, folder: string): Promise<string> {
    const known = this.#copies.get(file);
    if (known !== undefined) return known;
    const name = await copyFile(file, { folder, dryRun: this.#settings.dryRun });
    this.#copies.set(file, name);
    return name;
  }
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
  if (where === "image") return decoded(url.pathname.slice(1));
  if (/^(?:https?:)?\/\//i.test(address)) return decoded(url.pathname);
  return decoded(address.split(/[?#]/, 1)[0] ?? "");
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

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
