import { sha256Hex } from "../../../base/secrets/sha256.ts";
import type { Store } from "../../../store/mod.ts";
import { cursorWatch } from "../../../base/host/cursor_watch.ts";
import type { Awaitable } from "../../../base/awaitable.ts";
import type { Post } from "../../posts/post_forms.ts";
import type { CheckedSource, PostPage, PostQuery } from "../content_source.ts";
import type { MalformedPosts } from "../checked/malformed_posts.ts";
import { listNamed } from "../named_source.ts";
import { postsVersionKey } from "../../posts/post_record.ts";
import type { CataloguedPost, PostCatalogue } from "./post_catalogue.ts";

/** Number of posts that are listed together. */
const pageSize = 100;
/** Time after which the posts of a source without revisions are listed again, in milliseconds. */
const longestStale = 60_000;

/**
 * Creates the catalogue of the posts of a host. If the source has no revisions, the revision changes with every call of
 * `api.events.changed`, and every minute.
 */
export function hostCatalogue(
  source: CheckedSource,
  { store, malformed }: { store: Store; malformed: MalformedPosts },
): PostCatalogue {
  return {
    revision: async (organizationSlug, now) => {
      const revision = await source.revision?.(organizationSlug);
      if (revision !== undefined) return revision;
      const location = { partition: ["org", organizationSlug], key: postsVersionKey };
      const [reported] = await store.getReadable<[object]>([location]);
      return `${reported?.version ?? ""} ${Math.floor(now / longestStale)}`;
    },
    pages: (organizationSlug) => listVersions(source, organizationSlug),
    read: (organizationSlug, posts) =>
      Promise.all(
        posts.map(async ({ slug, post }) => {
          const read = (): Awaitable<Post | null> => source.getPost(organizationSlug, slug);
          const found = post ?? (await malformed.unless(read));
          return found?.slug === slug ? found : null;
        }),
      ),
  };
}

/** Lists the posts of a source. Posts without a version are listed with their HTML, whose digest is their version. */
async function* listVersions(
  source: CheckedSource,
  organizationSlug: string,
): AsyncGenerator<readonly CataloguedPost[]> {
  let after: string | undefined;
  let needsHtml = false;
  const watch = cursorWatch(organizationSlug);
  for (;;) {
    const query: PostQuery = { sort: "createdAt", limit: pageSize };
    if (after !== undefined) query.after = after;
    let page: PostPage | undefined;
    if (!needsHtml) {
      page = await listNamed(source, organizationSlug, query);
      needsHtml = page.posts.some(({ version }) => version === undefined);
    }
    if (page === undefined || needsHtml) {
      page = await listNamed(source, organizationSlug, { ...query, html: true });
    }
    const { changesAt } = page;
    const posts = page.posts.map((post): CataloguedPost => {
      const known = { key: post.slug, slug: post.slug, publicFrom: -Infinity };
      if (post.version !== undefined) return { ...known, version: post.version };
      return { ...known, version: sha256Hex(JSON.stringify(post)), post };
    });
    // A scheduled post that the source does not list yet.
    const next = { key: "", slug: "", version: "", publicFrom: changesAt ?? Infinity };
    yield changesAt === undefined || changesAt === Infinity ? posts : [...posts, next];
    if (page.next === null) return;
    after = page.next;
    watch(after);
  }
}
