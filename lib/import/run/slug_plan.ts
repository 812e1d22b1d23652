import { type ImportOrigin, normalOrigin, type Posts, type StoredPost } from "../../content/mod.ts";
import type { ImportSettings } from "./import_settings.ts";
import { SlugClaims } from "./slug_claims.ts";

/** Posts that are looked up concurrently. */
const lookupsAtOnce = 64;

/** A post before its import. */
interface PlannedPost {
  /** Key in its source. */
  key: string;
  /** The slug that the source gives it. */
  slug: string;
  name: string;
}

/** Settings of {@link SlugPlan}, which are those of the import. */
type SlugPlanSettings = Pick<ImportSettings, "organizationSlug" | "source" | "onConflict" | "prune">;

/** Chooses the slugs of an import's posts before they are written, so that links can lead to them. */
export class SlugPlan {
  readonly #posts: Pick<Posts, "findImported" | "getHeads">;
  readonly #settings: SlugPlanSettings;
  readonly #slugs: SlugClaims;
  /** Keys of the planned posts. */
  readonly #keys = new Set<string>();

  constructor(posts: Pick<Posts, "findImported" | "getHeads">, settings: SlugPlanSettings) {
    this.#posts = posts;
    this.#settings = settings;
    this.#slugs = new SlugClaims(settings);
  }

  /** Returns the slugs of posts, which must be in the order in which they are imported. */
  async slugsOf(posts: readonly PlannedPost[]): Promise<string[]> {
    const slugs: string[] = [];
    for (const { key } of posts) this.#keys.add(this.#originOf(key).key);
    for (let at = 0; at < posts.length; at += lookupsAtOnce)
      slugs.push(...(await this.#slugsOfSome(posts.slice(at, at + lookupsAtOnce))));
    return slugs;
  }

  async #slugsOfSome(posts: readonly PlannedPost[]): Promise<string[]> {
    const claimed = posts.map(({ slug }) => this.#slugs.claim(slug) ?? slug);
    const before = await Promise.all(posts.map(async (post) => this.#imported(post)));
    const taken = await this.#headsOf(this.#slugs.isNumbering ? claimed : []);
    const slugs: string[] = [];
    for (const [index, { slug: wanted, name }] of posts.entries()) {
      let slug = claimed[index] ?? wanted;
      const other = before[index] === undefined ? taken.get(slug) : undefined;
      // The import can take over a post that was not imported.
      const isSame = other?.importedFrom === undefined && other?.name === name;
      if (other !== undefined && !isSame && !this.#isMoved(other))
        do slug = this.#slugs.next(wanted);
        while ((await this.#headsOf([slug])).has(slug));
      slugs.push(before[index] ?? slug);
    }
    return slugs;
  }

  async #imported({ key }: PlannedPost): Promise<string | undefined> {
    const { organizationSlug, source } = this.#settings;
    if (source === undefined) return undefined;
    return (await this.#posts.findImported(organizationSlug, this.#originOf(key)))?.slug;
  }

  #originOf(key: string): ImportOrigin {
    return normalOrigin({ source: this.#settings.source ?? "", key });
  }

  /** True if the file of a post has another key now, so that the import writes to the post. */
  #isMoved({ importedFrom }: StoredPost): boolean {
    const { source, prune = false } = this.#settings;
    return prune && importedFrom?.source === source && !this.#keys.has(importedFrom?.key ?? "");
  }

  async #headsOf(slugs: readonly string[]): Promise<ReadonlyMap<string, StoredPost>> {
    const found =
      slugs.length === 0 ? [] : await this.#posts.getHeads(this.#settings.organizationSlug, slugs);
    return new Map(found.map((post) => [post.slug, post]));
  }
}
