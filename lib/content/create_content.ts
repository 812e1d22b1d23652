import type { DueSource, HostChange } from "../events/mod.ts";
import type { DailyCountsDeps } from "../store/daily_counts/mod.ts";
import { KnowledgeBase } from "./knowledge_base/knowledge_base.ts";
import type { KnowledgeLimits } from "./knowledge_base/knowledge_input.ts";
import { MissedQueries } from "./missed_queries/missed_queries.ts";
import { Organizations, type OrganizationsDeps, organizationSlugs } from "./organizations/organizations.ts";
import { PostIndexes, type PostIndexesDeps } from "./posts/lists/post_indexes.ts";
import { PostTotals } from "./posts/lists/post_totals.ts";
import { Posts } from "./posts/posts.ts";
import type { PostsDeps } from "./posts/writes/replace_post.ts";
import { ScheduledPosts } from "./posts/writes/scheduled_posts.ts";
import { changeCreator } from "./posts/writes/change_creator.ts";
import { Drafts } from "./posts/writes/drafts.ts";
import { Presence } from "./working_copies/presence.ts";
import { Previews } from "./previews/previews.ts";
import { AliasRedirects } from "./redirects/alias_redirects.ts";
import { DeletedPosts } from "./redirects/deleted_posts.ts";
import { Redirects } from "./redirects/redirects.ts";
import { type KnowledgeCatalogue, knowledgeCatalogue } from "./sources/catalogue/knowledge_catalogue.ts";
import type { PostCatalogue } from "./sources/catalogue/post_catalogue.ts";
import { storedCatalogue } from "./sources/catalogue/stored_catalogue.ts";
import type { ContentPort } from "./sources/content_port.ts";
import { checkedOnUse } from "./sources/checked/load_checks.ts";
import type { MalformedPosts } from "./sources/checked/malformed_posts.ts";
import type { CheckedSource, ContentSource } from "./sources/content_source.ts";
import { type HostParts, loadHostParts } from "./sources/load_host_parts.ts";
import { hostContent } from "./sources/host_content.ts";
import { storedContent } from "./sources/stored_content.ts";
import { Submissions } from "./submissions/submissions.ts";
import { WorkingCopies } from "./working_copies/working_copies.ts";

/** Dependencies of {@link createContent}. */
export interface ContentRoomDeps
  extends Omit<OrganizationsDeps & PostsDeps, "indexes">, DailyCountsDeps, PostIndexesDeps {
  /** Source of a host with its own content. Undefined if Postern stores the content. */
  source: ContentSource | undefined;
  malformed: MalformedPosts;
  limits: KnowledgeLimits;
}

/** The content of an API: its source, its managers, and the parts that other rooms need. */
export interface Content {
  port: ContentPort;
  findOrganization: CheckedSource["findOrganization"];
  managers: {
    organizations: Organizations;
    posts: Posts;
    knowledgeBase: KnowledgeBase;
    redirects: Redirects;
    previews: Previews;
  };
  workingCopies: WorkingCopies;
  drafts: Drafts;
  submissions: Submissions;
  presence: Presence;
  postTotals: PostTotals;
  missedQueries: MissedQueries;
  /** The content that search reads. */
  catalogues: { posts: PostCatalogue; texts: KnowledgeCatalogue };
  /** Lists the slugs of the organizations in the store. */
  organizations: () => AsyncIterable<string>;
  dueSources: readonly DueSource[];
  /** Makes another user the creator of the posts of a user. */
  changeCreator: (organizationSlug: string, users: { from: string; into: string }) => Promise<void>;
  /** Records a change that a host with its own content reports. Rejects if Postern stores the content. */
  recordHostChange: (change: HostChange) => Promise<void>;
}

/** Creates the content of an API. */
export function createContent({ source: unchecked, limits, ...given }: ContentRoomDeps): Content {
  const { store, malformed } = given;
  const source = unchecked && checkedOnUse(unchecked, malformed);
  const indexes = new PostIndexes(given);
  const port = source === undefined ? storedContent({ ...given, indexes }) : hostContent(source, malformed);
  const findOrganization: CheckedSource["findOrganization"] = (slug) => port.source.findOrganization(slug);
  const deps = { ...given, indexes, findOrganization };
  const drafts = new Drafts(deps);
  return {
    port,
    findOrganization,
    managers: {
      organizations: new Organizations(deps),
      posts: new Posts(deps),
      knowledgeBase: new KnowledgeBase(deps, limits),
      redirects: new Redirects(deps),
      previews: new Previews(deps),
    },
    workingCopies: new WorkingCopies(deps),
    drafts,
    submissions: new Submissions({ ...deps, drafts }),
    presence: new Presence(deps),
    postTotals: new PostTotals(deps),
    missedQueries: new MissedQueries(deps),
    catalogues: {
      posts: source === undefined ? storedCatalogue(store) : hostCatalogueOnUse(source, { store, malformed }),
      texts: knowledgeCatalogue(store),
    },
    organizations: () => organizationSlugs(store),
    dueSources: [new ScheduledPosts(deps), new AliasRedirects(deps), new DeletedPosts(deps)],
    changeCreator: async (organizationSlug, users) => changeCreator(deps, organizationSlug, users),
    recordHostChange: async (change) => {
      if (source === undefined) {
        throw new TypeError(
          "Cannot record the change: Postern stores the content, and records its changes itself",
        );
      }
      const { recordHostChange } = await loadHostParts();
      await recordHostChange({ ...deps, source }, change);
    },
  };
}

/** Creates the catalogue of a host's posts, which a search loads. */
function hostCatalogueOnUse(...given: Parameters<HostParts["hostCatalogue"]>): PostCatalogue {
  const open = async (): Promise<PostCatalogue> => (await loadHostParts()).hostCatalogue(...given);
  return {
    revision: async (organizationSlug, now) => (await open()).revision(organizationSlug, now),
    pages: async function* (organizationSlug) {
      yield* (await open()).pages(organizationSlug);
    },
    read: async (...query) => (await open()).read(...query),
  };
}
