import type { Question } from "../store/mod.ts";
import type { ContentSource, Organization, Post } from "./content_source.ts";

/** The content as the request path reads it: each read is a question, so that one round trip answers those of a request. */
export interface ContentPort {
  organization(organizationSlug: string): Question<Organization | null>;
  post(organizationSlug: string, slug: string): Question<Post | null>;
  /**
   * The revision of a public post; undefined for no such post.
   *
   * @param version the version that the caller has cached
   * @returns undefined where the source cannot compare revisions
   */
  postRevision(
    organizationSlug: string,
    slug: string,
    version: string,
  ): Question<string | undefined> | undefined;
  /** The revision of all posts of an organization; undefined where it is not known. */
  postsRevision(organizationSlug: string): Question<string | undefined>;
  readonly source: ContentSource;
}
