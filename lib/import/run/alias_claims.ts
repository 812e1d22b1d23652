import { AlreadyExistsError, PreconditionFailedError } from "../../base/errors.ts";
import { decodePercent } from "../../base/text/decode_percent.ts";
import { type Posts, postTag, type StoredPostWithHtml } from "../../content/mod.ts";
import { given } from "../../base/given.ts";
import type { ImportNote, Place } from "../import_item.ts";
import { detachedText } from "../values/detached_text.ts";
import type { ImportSettings } from "./import_settings.ts";

/** A post of the import with aliases. */
interface Claimant {
  slug: string;
  aliases: readonly string[];
  /** Aliases that the post did not get, because they are the pages of other posts. */
  leftOut: readonly string[];
  place: Place;
}

/**
 * The aliases of the posts of an import that archives other posts. An archived post gives its address and its aliases to the imported post with that
 * alias, as a renamed file has it.
 */
export class AliasClaims {
  readonly #posts: Posts;
  readonly #settings: ImportSettings;
  readonly #claimants: Claimant[] = [];
  readonly #wanted = new Set<string>();
  readonly #freed = new Set<string>();
  /** Slugs of the archived posts. */
  readonly #archived = new Set<string>();

  constructor(posts: Posts, settings: ImportSettings) {
    this.#posts = posts;
    this.#settings = settings;
  }

  /** Remembers a post that was imported. */
  add({ slug, aliases, leftOut, place }: Claimant): void {
    const [own, left] = [aliases.map(detachedText), leftOut.map(detachedText)];
    this.#claimants.push({ slug, aliases: own, leftOut: left, place });
    for (const alias of own) this.#wanted.add(alias);
  }

  /** Returns the aliases that a post keeps when it is archived. */
  release(slug: string, aliases: readonly string[]): string[] {
    this.#archived.add(slug);
    const freed = aliases.filter((alias) => this.#wanted.has(alias));
    for (const alias of freed) this.#freed.add(alias);
    return aliases.filter((alias) => !freed.includes(alias));
  }

  /** Gives the free aliases to the imported posts. Returns a note for each alias that is still the page of another post. */
  async settle(): Promise<Omit<ImportNote, "kind">[]> {
    const notes: Omit<ImportNote, "kind">[] = [];
    for (const claimant of this.#claimants) {
      const contested = claimant.aliases.filter(
        (alias) => claimant.leftOut.includes(alias) || this.#freed.has(alias),
      );
      if (contested.length === 0) continue;
      const refused = this.#settings.dryRun
        ? claimant.leftOut.filter((alias) => !this.#isPageOfArchived(alias))
        : await this.#claim(claimant, contested);
      notes.push(...refused.map((alias) => aliasNote(alias, claimant.place)));
    }
    return notes;
  }

  /** Writes the contested aliases of a post anew, because an alias that a post has already makes no redirect. Returns the refused ones. */
  async #claim({ slug, aliases }: Claimant, contested: readonly string[]): Promise<string[]> {
    const { organizationSlug } = this.#settings;
    const before = await this.#posts.get({ organizationSlug, slug });
    if (before === null) return [...contested];
    const own = new Set(aliases.filter((alias) => !contested.includes(alias)));
    let post = before;
    if (before.aliases?.some((alias) => contested.includes(alias)) === true)
      post = (await this.#write(post, [...own])) ?? before;
    const refused: string[] = [];
    for (const alias of contested) {
      const wanted = aliases.filter((one) => own.has(one) || one === alias);
      const written = await this.#write(post, wanted);
      if (written === null) refused.push(alias);
      else {
        own.add(alias);
        post = written;
      }
    }
    return refused;
  }

  /** Returns null if an alias is the page of another post, or somebody else has changed the post. */
  async #write(post: StoredPostWithHtml, aliases: readonly string[]): Promise<StoredPostWithHtml | null> {
    const { organizationSlug, by } = this.#settings;
    const { slug, updatedAt, importedFrom } = post;
    const origin = importedFrom && { source: importedFrom.source, key: importedFrom.key };
    const options = { ifMatch: [postTag(post)], isSilent: true, ...given({ by, importedFrom: origin }) };
    const changes = { aliases: aliases.length === 0 ? null : [...aliases], updatedAt };
    try {
      return await this.#posts.update({ organizationSlug, slug }, changes, options);
    } catch (error) {
      if (error instanceof AlreadyExistsError || error instanceof PreconditionFailedError) return null;
      throw error;
    }
  }

  /** True if an address ends with the slug of an archived post. */
  #isPageOfArchived(alias: string): boolean {
    const [path = ""] = alias.split(/[?#]/, 1);
    const parts = decodePercent(path)
      .replace(/\.html?$/, "")
      .split("/");
    return parts.some((part) => this.#archived.has(part));
  }
}

/** Returns the note about an alias that a post does not get. */
export function aliasNote(alias: string, place: Place): Omit<ImportNote, "kind"> {
  const text = `the alias "${alias}" is left out, because it is the address of another post`;
  return { category: "alias-of-post", text, place };
}
