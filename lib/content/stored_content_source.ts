import { andThen, type Awaitable, isPromise } from "../awaitable.ts";
import { BoundedMap } from "../bounded_map.ts";
import type { Clock } from "../clock.ts";
import {
  DamagedRecordError,
  RememberedRecord,
  SharedQuestions,
  type Store,
  type Stored,
} from "../store/mod.ts";
import { toMilliseconds } from "../timestamp.ts";
import type { ContentSource, Organization, Post, PostPage, PostQuery } from "./content_source.ts";
import type { StoredOrganization } from "./organizations.ts";
import { organizationLocation } from "./organizations.ts";
import {
  isPublic,
  type PostIndexEntry,
  postKey,
  postLocations,
  postsVersionKey,
  publicFrom,
  type StoredPost,
} from "./post_record.ts";
import { scanPosts } from "./scan_posts.ts";
import { isOrganizationSlug, isPostSlug } from "./slug.ts";

const mostKnownOrganizations = 10_000;

/** The posts kept in the storage, as the public sees them. */
export function storedContentSource({ store, clock }: { store: Store; clock: Clock }): ContentSource {
  const organizations = new BoundedMap<KnownOrganization>(mostKnownOrganizations);
  const sharedOrganizations = new SharedQuestions<Organization | null>(store);
  const sharedVersions = new SharedQuestions<boolean>(store);
  return {
    findOrganization(organizationSlug): Awaitable<Organization | null> {
      const known = knownOrganization(organizationSlug);
      if (known === null) return null;
      if (store.isUntouched(known.record)) return renew(known, known.record.stored);
      return askForOrganization(known);
    },

    async getPost(organizationSlug, slug): Promise<Post | null> {
      if (!isOrganizationSlug(organizationSlug) || !isPostSlug(slug)) return null;
      const [postLocation, htmlLocation] = postLocations(organizationSlug, slug);
      const [post, html] = await store.getMany<[StoredPost, { html: string }]>([postLocation, htmlLocation]);
      // One commit writes or deletes both.
      if (post === null && html !== null) throw store.missing(postLocation);
      if (post === null || !isPublic(post.data, clock.now())) return null;
      if (html === null) throw store.missing(htmlLocation);
      return { ...post.data, html: html.data.html, version: post.version };
    },

    // A post that was public stays so while it is not changed: its time does not come twice.
    isUnchanged: (organizationSlug, slug, version) =>
      sharedVersions.ask(`${version} ${slug} ${organizationSlug}`, () =>
        store.hasVersion({ partition: ["org", organizationSlug], key: postKey(slug) }, version),
      ),

    postsVersion(organizationSlug): Awaitable<string | undefined> {
      const known = knownOrganization(organizationSlug);
      if (known === null) return undefined;
      if (store.isUntouched(known.posts)) return known.posts.stored?.version;
      return versionOf(known);
    },

    lastChange: () => store.lastChange(),

    async listPosts(organizationSlug, query): Promise<PostPage> {
      if (!isOrganizationSlug(organizationSlug)) return { posts: [], next: null };
      const now = clock.now();
      let changesAt = Infinity;
      const isMatch = (entry: PostIndexEntry): boolean => {
        if (!isWanted(entry, query)) return false;
        const from = publicFrom(entry);
        if (from > now) changesAt = Math.min(changesAt, from);
        return from <= now;
      };
      const page = await scanPosts(store, ["org", organizationSlug], { ...query, isMatch });
      // A post may have become a draft since the index was read.
      return { ...page, posts: page.posts.filter((post) => isPublic(post, now)), changesAt };
    },
  };

  /** Without a version nothing is cached. A damaged record is written anew with the next change of a post. */
  function versionOf({ posts }: KnownOrganization): Awaitable<string | undefined> {
    try {
      const found = andThen(store.revisit<[object]>([posts]), ([record]) => record?.version);
      return isPromise(found) ? found.catch(noneWhenDamaged) : found;
    } catch (error) {
      return noneWhenDamaged(error);
    }
  }

  function askForOrganization(known: KnownOrganization): Awaitable<Organization | null> {
    return sharedOrganizations.ask(known, () =>
      andThen(store.revisit<[StoredOrganization]>([known.record]), ([found]) => renew(known, found)),
    );
  }

  function knownOrganization(slug: string): KnownOrganization | null {
    return organizations.get(slug) ?? rememberOrganization(slug);
  }

  function rememberOrganization(slug: string): KnownOrganization | null {
    if (!isOrganizationSlug(slug)) return null;
    const known = {
      record: new RememberedRecord<StoredOrganization>(organizationLocation(slug)),
      posts: new RememberedRecord<object>({ partition: ["org", slug], key: postsVersionKey }),
    };
    organizations.set(slug, known);
    return known;
  }
}

/** An organization's record, and what was made of it last. */
interface KnownOrganization {
  record: RememberedRecord<StoredOrganization>;
  /** What every change of a post writes. */
  posts: RememberedRecord<object>;
  organization?: Organization;
}

function renew(known: KnownOrganization, stored: Stored<StoredOrganization> | null): Organization | null {
  if (stored === null) return null;
  if (known.organization?.version !== stored.version) {
    known.organization = { ...stored.data, version: stored.version };
  }
  return known.organization;
}

function noneWhenDamaged(error: unknown): undefined {
  if (!(error instanceof DamagedRecordError)) throw error;
}

function isWanted(entry: PostIndexEntry, { section, language, tag, updatedSince }: PostQuery): boolean {
  return (
    (section === undefined || entry.section === section) &&
    (language === undefined || entry.language === language) &&
    (tag === undefined || entry.tags.includes(tag)) &&
    (updatedSince === undefined || (toMilliseconds(entry.updatedAt) ?? 0) >= updatedSince)
  );
}
