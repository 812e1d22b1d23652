import {
  CachedRecord,
  DamagedRecordError,
  dataOf,
  knownAnswer,
  type Question,
  runQuestion,
  type Store,
  type StoreAndClock,
} from "../../store/mod.ts";
import type { ContentPort } from "../sources/content_port.ts";
import type { PostRedirect, RedirectPage, RedirectQuery } from "../sources/content_source.ts";
import { isPublic, publicFrom } from "../posts/post_record.ts";
import { isOrganizationSlug, slugToFind } from "../posts/slug.ts";
import { holdersOf, isLiveOf, siteOf } from "./live_addresses.ts";
import { redirectKey, type StoredRedirect } from "./redirect_record.ts";
import { type FoundRedirect, readPostById, scanRedirects } from "./scan_redirects.ts";

/** Creates the part of the content port that reads the redirects of the store. */
export function storedRedirects(
  deps: StoreAndClock,
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
  { store, clock }: StoreAndClock,
): Promise<RedirectPage> {
  if (!isOrganizationSlug(organizationSlug)) return { redirects: [], next: null };
  const now = clock.now();
  const { redirects, next } = await scanRedirects(store, organizationSlug, { limit, after });
  const site = await siteOf(store, organizationSlug);
  const addresses = redirects.flatMap(({ redirect: { from, slug } }) => [from, slug ?? from]);
  const holders = await holdersOf(store, organizationSlug, { site, addresses });
  // While a page is public, it must not redirect.
  const isLive = isLiveOf(site, holders, now);
  const posts = [
    ...redirects.map(({ post }) => post),
    ...[...holders.values()].flatMap((one) => dataOf(one) ?? []),
  ];
  const times = posts.map(publicFrom).filter((time) => time > now);
  return {
    redirects: redirects
      .filter(({ redirect, post }) => isPublic(post, now) && !isLive(redirect.from))
      .map((found) => toPostRedirect(found, isLive)),
    next,
    changesAt: Math.min(...times, Infinity),
  };
}

function toPostRedirect(
  { redirect: { from, slug: fromSlug }, post: { slug } }: FoundRedirect,
  isLive: (address: string) => boolean,
): PostRedirect {
  return fromSlug === undefined || isLive(fromSlug) ? { from, slug } : { from, fromSlug, slug };
}
