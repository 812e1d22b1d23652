import type { Question } from "../store/mod.ts";
import type { ContentSource, Organization, Post } from "./content_source.ts";

/** Reads content for requests. Each method returns a question, so one round trip can serve all reads of a request. */
export interface ContentPort {
  organization(organizationSlug: string): Question<Organization | null>;
  post(organizationSlug: string, slug: string): Question<Post | null>;
  /**
   * Reads the revision of a public post, which is undefined if the post does not exist.
   *
   * @param version the version that the caller has cached
   * @returns undefined if the source has no revisions
   */
  postRevision(
    organizationSlug: string,
    slug: string,
    version: string,
  ): Question<string | undefined> | undefined;
  /** Reads the revision of all posts of an organization, which is undefined if it is unknown. */
  postsRevision(organizationSlug: string): Question<string | undefined>;
  readonly source: ContentSource;
}
