import type { Clock } from "../../clock.ts";
import {
  CachedRecord,
  DamagedRecordError,
  knownAnswer,
  type Question,
  runQuestion,
  type Store,
} from "../../store/mod.ts";
import type { ContentPort } from "../content_port.ts";
import type { PostRedirect, RedirectPage, RedirectQuery } from "../content_source.ts";
import { isPublic, postKey, publicFrom, type StoredPost } from "../post_record.ts";
import { isOrganizationSlug, isPostSlug, slugToFind } from "../slug.ts";
import { redirectKey, type StoredRedirect } from "./redirect_record.ts";
import { type FoundRedirect, readPostById, scanRedirects } from "./scan_redirects.ts";

interface StoredRedirectsDeps {
  store: Store;
  clock: Clock;
}

/** Creates the part of the content port that reads the redirects of the store. */
export function storedRedirects(
  deps: StoredRedirectsDeps,
): Pick<ContentPort, "redirect" | "findMoved" | "listRedirects"> {
  const { store, clock } = deps;
  const redirect = (organizationSlug: string, slug: string): Question<StoredRedirect | null> =>
    redirectQuestion(store, organizationSlug, slug);
  return {
    redirect,
    findMoved: async (organizationSlug, slug, known) => {
      const found = known === undefined ? await runQuestion(store, redirect(organizationSlug, slug)) : known;
      const post = found && (await readPostById(store, organizationSlug, found.id));
      return post !== null && isPublic(post, clock.now()) ? post.slug : null;
    },
    listRedirects: (organizationSlug, query) => listRedirects(organizationSlug, query, deps),
  };
}

/** Creates the question for the redirect of a slug. A damaged redirect is reported, and counts as missing. */
function redirectQuestion(
  store: Store,
  organizationSlug: string,
  text: string,
): Question<StoredRedirect | null> {
  const slug = slugToFind(text);
  if (!isOrganizationSlug(organizationSlug) || slug === undefined) return knownAnswer(null);
  const record = new CachedRecord<StoredRedirect>({
    partition: ["org", organizationSlug],
    key: redirectKey(slug),
  });
  return {
    records: [record],
    read: (found) => {
      try {
        return found.get(record)?.data ?? null;
      } catch (error) {
        if (!(error instanceof DamagedRecordError)) throw error;
        store.report(error);
        return null;
      }
    },
  };
}

async function listRedirects(
  organizationSlug: string,
  { limit, after }: RedirectQuery,
  { store, clock }: StoredRedirectsDeps,
): Promise<RedirectPage> {
  if (!isOrganizationSlug(organizationSlug)) return { redirects: [], next: null };
  const now = clock.now();
  const { redirects, next } = await scanRedirects(store, organizationSlug, { limit, after });
  const holders = await readHolders(store, organizationSlug, redirects);
  const holderOf = (found: FoundRedirect): StoredPost | undefined => holders.get(slugFrom(found) ?? "");
  const isShown = (found: FoundRedirect): boolean => {
    const holder = holderOf(found);
    return isPublic(found.post, now) && !(holder !== undefined && isPublic(holder, now));
  };
  const times = redirects.flatMap((found) =>
    [found.post, holderOf(found)].map((post) => post && publicFrom(post)),
  );
  return {
    redirects: redirects.filter(isShown).map(toPostRedirect),
    next,
    changesAt: Math.min(...times.filter((time) => time !== undefined && time > now).map(Number), Infinity),
  };
}

/** Reads the posts that now have a slug of a redirect. While such a post is public, its page must not redirect. */
async function readHolders(
  store: Store,
  organizationSlug: string,
  redirects: readonly FoundRedirect[],
): Promise<Map<string, StoredPost>> {
  const slugs = redirects.map(slugFrom).filter((slug) => slug !== undefined);
  const locations = slugs.map((slug) => ({ partition: ["org", organizationSlug], key: postKey(slug) }));
  const found = await store.getReadable<StoredPost[]>(locations);
  return new Map(found.flatMap((post) => (post === null ? [] : [[post.data.slug, post.data] as const])));
}

/** Returns the slug that a redirect is from, if any. */
function slugFrom({ redirect: { from, slug } }: FoundRedirect): string | undefined {
  return isPostSlug(from) ? from : slug;
}

function toPostRedirect({ redirect: { from, slug: fromSlug }, post: { slug } }: FoundRedirect): PostRedirect {
  return fromSlug === undefined ? { from, slug } : { from, fromSlug, slug };
}
