import type { NamedPosts, Organization, Post, Publicity } from "../../../content/mod.ts";
import { rootLastModified } from "../../../publishing/mod.ts";
import type { PreparedResponse } from "../../../http/mod.ts";
import type { ExpiryTrackingReader } from "../expiry_tracking_reader.ts";
import { firstPlace, type PostBatch, postBatches, type PostPlace } from "../post_batches.ts";
import { toPostEntry, toRootEntry } from "./sitemap_entry.ts";
import { SitemapPage, type SitemapType } from "./sitemap_page.ts";
import { latestOf, type PlannedPage } from "./sitemap_plans.ts";

/** A requested sitemap: the source of its content and its media type. */
export interface Sitemap {
  reader: ExpiryTrackingReader;
  organization: Organization;
  /** True if the organization's site is the first entry. */
  hasRoot: boolean;
  type: SitemapType;
}

/** Result of a walk over all posts. */
export interface WalkedSitemap {
  pages: readonly PlannedPage[];
  /** The requested page, or undefined if it does not exist. */
  page: PreparedResponse | undefined;
}

/**
 * Walks over all posts once, finds the start of each page, and writes the requested page.
 *
 * @param wanted the number of a page from 1, or `whole` for the first page if it is the only page
 */
export async function walkSitemap(sitemap: Sitemap, wanted: number | "whole"): Promise<WalkedSitemap> {
  const walk = new SitemapWalk(sitemap, wanted);
  const { reader, organization } = sitemap;
  for await (const batch of postBatches(reader, organization.slug)) {
    walk.addBatch(batch, await reader.nameReferences(organization, batch));
  }
  return walk.finish();
}

class SitemapWalk {
  readonly #sitemap: Sitemap;
  readonly #wanted: number;
  readonly #isWhole: boolean;
  readonly #pages: PlannedPage[] = [];
  #page: SitemapPage;
  #wantedPage: SitemapPage | undefined;
  #hasPosts = false;

  constructor(sitemap: Sitemap, wanted: number | "whole") {
    this.#sitemap = sitemap;
    this.#isWhole = wanted === "whole";
    this.#wanted = wanted === "whole" ? 1 : wanted;
    this.#page = this.#open(firstPlace);
    // Reserves space for the site's entry. Its time is known only after all posts, and the entry is not longer than this one.
    if (sitemap.hasRoot) this.#page.reserve(toRootEntry(sitemap.organization, sitemap.reader.now));
  }

  addBatch({ placeOf }: PostBatch, { posts, publicity }: Pick<NamedPosts, "posts" | "publicity">): void {
    for (const [index, post] of posts.entries()) this.#add(post, publicity, () => placeOf(index));
    this.#page.flush();
  }

  finish(): WalkedSitemap {
    const { organization, hasRoot, reader } = this.#sitemap;
    const pages = this.#pages;
    if (this.#wanted > 1 || !hasRoot) {
      return { pages, page: this.#wantedPage?.toResponse() };
    }
    // Without posts, the site's time is the current time, so the sitemap changes constantly.
    if (!this.#hasPosts) reader.changesAt(reader.now);
    const rootLastmod = rootLastModified(this.#hasPosts ? [{ updatedAt: latestOf(pages) }] : [], reader.now);
    const root = toRootEntry(organization, rootLastmod);
    return { pages, page: this.#wantedPage?.toResponse(root) };
  }

  #add(post: Post, publicity: Publicity, place: () => PostPlace): void {
    const { organization, reader } = this.#sitemap;
    this.#hasPosts = true;
    const entry = toPostEntry(organization, post, { publicity, now: reader.now });
    if (entry === undefined) return;
    if (!this.#page.add(entry)) {
      this.#page = this.#open(place());
      this.#page.add(entry);
    }
    const planned = this.#pages.at(-1);
    if (planned !== undefined) planned.latest = later(planned.latest, entry.lastmod);
  }

  #open(start: PostPlace): SitemapPage {
    const page = new SitemapPage(this.#sitemap.type);
    const number = this.#pages.push({ start, latest: undefined });
    if (number === this.#wanted) this.#wantedPage = page;
    else page.countOnly();
    // With a second page, the first page is not the whole sitemap, so it is discarded.
    if (number > 1 && this.#isWhole) this.#wantedPage = undefined;
    return page;
  }
}

function later(time: number | undefined, other: number | undefined): number | undefined {
  return (other ?? 0) > (time ?? 0) ? other : time;
}
