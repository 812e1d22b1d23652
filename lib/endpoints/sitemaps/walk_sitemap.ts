import type { Organization, Post } from "../../content/mod.ts";
import { rootLastModified } from "../../sitemap/mod.ts";
import { type PreparedResponse, lastModifiedHeader } from "../../exchange/prepared_response.ts";
import type { PostReader } from "../post_reader.ts";
import { firstPlace, type PostBatch, postBatches, type PostPlace } from "../post_batches.ts";
import { toPostEntry, toRootEntry } from "./sitemap_entry.ts";
import { SitemapPage, type SitemapType } from "./sitemap_page.ts";
import { latestOf, type PlannedPage } from "./sitemap_plans.ts";

/** A sitemap: what is in it, and in which form it is wanted. */
export interface Sitemap {
  reader: PostReader;
  organization: Organization;
  /** Whether the organization's site is the first entry. */
  hasRoot: boolean;
  type: SitemapType;
}

/** What a walk over all posts found. */
export interface WalkedSitemap {
  pages: readonly PlannedPage[];
  /** The page that was wanted; undefined when there is none. */
  page: PreparedResponse | undefined;
}

/**
 * Goes over all posts once, finds where each page begins, and writes the page that is wanted.
 *
 * @param wanted the number of a page, from 1 on, or `whole` for the first if it is the only one
 */
export async function walkSitemap(sitemap: Sitemap, wanted: number | "whole"): Promise<WalkedSitemap> {
  const walk = new SitemapWalk(sitemap, wanted);
  for await (const batch of postBatches(sitemap.reader, sitemap.organization.slug)) walk.addBatch(batch);
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
    // The entry of the site is as long as this one at the most: its time is known when all posts are.
    if (sitemap.hasRoot) this.#page.reserve(toRootEntry(sitemap.organization, sitemap.reader.now));
  }

  addBatch({ posts, placeOf }: PostBatch): void {
    for (const [index, post] of posts.entries()) this.#add(post, () => placeOf(index));
    this.#page.flush();
  }

  finish(): WalkedSitemap {
    const { organization, hasRoot, reader } = this.#sitemap;
    const pages = this.#pages;
    if (this.#wanted > 1 || !hasRoot) {
      const page = this.#wantedPage?.toResponse(lastModifiedHeader(pages[this.#wanted - 1]?.latest));
      return { pages, page };
    }
    const latest = latestOf(pages);
    // The site of no post changes all the time.
    if (!this.#hasPosts) reader.changesAt(reader.now);
    const rootLastmod = rootLastModified(this.#hasPosts ? [{ updatedAt: latest }] : [], reader.now);
    const root = toRootEntry(organization, rootLastmod);
    return { pages, page: this.#wantedPage?.toResponse(lastModifiedHeader(latest), root) };
  }

  #add(post: Post, place: () => PostPlace): void {
    const { organization, reader } = this.#sitemap;
    this.#hasPosts = true;
    const entry = toPostEntry(organization, post, reader.now);
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
    // The first of several is not the whole: what is written of it is of no use.
    if (number > 1 && this.#isWhole) this.#wantedPage = undefined;
    return page;
  }
}

function later(time: number | undefined, other: number | undefined): number | undefined {
  return (other ?? 0) > (time ?? 0) ? other : time;
}
