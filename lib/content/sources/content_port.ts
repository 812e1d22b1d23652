import type { Question } from "../../store/mod.ts";
import type {
  CheckedSource,
  Organization,
  PostCount,
  PostFilter,
  PostTallies,
  RedirectPage,
  RedirectQuery,
  TallyField,
  TallyPage,
  TallyQuery,
} from "./content_source.ts";
import type { Post } from "../posts/post_forms.ts";
import type { CustomFieldPlace } from "../custom_fields/custom_field.ts";
import type { Publicity } from "../posts/translations.ts";
import type { StoredRedirect } from "../redirects/redirect_record.ts";

/** Public posts whose references are named. */
export interface PostsToName {
  posts: readonly Post[];
  /** True if these are all public posts of the organization. Default: false. */
  isWhole?: boolean;
  /** Public response whose references in values of the organization's fields are named. Default: the translations are named. */
  place?: Exclude<CustomFieldPlace, "admin">;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Posts whose references have the present slugs and addresses. */
export interface NamedPosts {
  posts: readonly Post[];
  /** Publicity of the posts that they refer to, and of themselves. */
  publicity: Publicity;
  /** Time at which the publicity changes without a write, in milliseconds since the epoch. */
  changesAt: number;
}

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
  /** Reads the redirect of a slug together with its post. Undefined if the source reads it only for a missing post. */
  redirect(organizationSlug: string, slug: string): Question<StoredRedirect | null> | undefined;
  /**
   * Returns the present slug of the public post that had a slug earlier, or null.
   *
   * @param redirect the answer of `redirect`, if it was asked
   */
  findMoved(
    organizationSlug: string,
    slug: string,
    redirect: StoredRedirect | null | undefined,
  ): Promise<string | null>;
  /** Returns a page of redirects to public posts. */
  listRedirects(organizationSlug: string, query: RedirectQuery): Promise<RedirectPage>;
  /** Names the posts that public posts refer to, and finds those that are public. */
  nameReferences(organization: Organization, posts: PostsToName): Promise<NamedPosts>;
  /** Counts the public posts that match a filter. It reads all posts, or their index. */
  countPosts(organizationSlug: string, filter: PostFilter): Promise<PostCount>;
  /** Returns a page of the tags or authors of the public posts. Default: `tallyPosts` returns all of them. */
  listTallies?(organizationSlug: string, field: TallyField, query: TallyQuery): Promise<TallyPage>;
  /** Returns every tag or author of the public posts, by reading all of them. */
  tallyPosts?(organizationSlug: string, field: TallyField): Promise<PostTallies>;
  readonly source: CheckedSource;
}
