import { type FeedPaths, type Organization, type Post, postUrl, webUrl } from "../../content/mod.ts";
import { type FeedEntry, type FeedHead, absoluteAddresses, latestModified } from "../../publishing/mod.ts";
import { runSteps } from "../../base/yielding.ts";
import { postDates } from "./post_dates.ts";
import { sha256 } from "../../access/mod.ts";

const encoder = new TextEncoder();

/**
 * Returns an IRI that is always the same for the same parts. It is a name-based UUID of version 8 with SHA-256 (RFC 9562,
 * section 5.8 and appendix B.2). A page's URL is not a stable id, because it changes with the slug and the site.
 */
function permanentId(...parts: (string | number)[]): string {
  const bytes = sha256(encoder.encode(JSON.stringify(parts))).slice(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `urn:uuid:${hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")}`;
}

/** Options of {@link toFeedHead}. */
export interface FeedOptions {
  format: keyof FeedPaths;
  now: number;
  /** False if a filter selects the posts. The feed then does not contain its own address, because the site serves only the whole feed. */
  isWhole: boolean;
}

/** Represents an organization as the feed of its newest posts. */
export function toFeedHead(
  organization: Organization,
  posts: readonly Post[],
  { format, now, isWhole }: FeedOptions,
): FeedHead {
  const { id, name, siteUrl, language, description, feeds } = organization;
  const logo = webUrl(organization.logo);
  const path = isWhole && typeof feeds === "object" ? feeds[format] : undefined;
  return {
    id: permanentId(id),
    title: name,
    siteUrl: `${siteUrl}/`,
    language,
    updated: latestModified([organization, ...posts], now) ?? now,
    ...(description === undefined ? {} : { description }),
    ...(logo === undefined ? {} : { logo }),
    ...(path === undefined ? {} : { feedUrl: new URL(siteUrl + path).href }),
  };
}

/** Represents a post as an entry of a feed. A post that was read with `html` keeps its content, with absolute addresses. */
export async function toFeedEntry(organization: Organization, post: Post, now: number): Promise<FeedEntry> {
  const { name, description, html, author, authors, tags, inLanguage = organization.language } = post;
  const image = webUrl(post.image);
  const url = postUrl(organization, post.slug);
  const { published, lastmod } = postDates(post, now);
  // A post can be published long after its last edit.
  const updated = Math.max(published ?? 0, lastmod ?? 0);
  return {
    id: permanentId(organization.id, post.id),
    url,
    title: name,
    language: inLanguage,
    ...(html === undefined ? {} : { html: await runSteps(absoluteAddresses(html, url)) }),
    ...(description === undefined ? {} : { summary: description }),
    ...(author === undefined ? {} : { author }),
    ...(authors === undefined ? {} : { authors }),
    ...(image === undefined ? {} : { image }),
    ...(tags === undefined ? {} : { tags }),
    ...(published === undefined ? {} : { published }),
    ...(updated === 0 ? {} : { updated }),
  };
}
