import type { Redirect, RedirectInput, RedirectList, Redirects } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { PageQuery } from "../../base/input/page_query.ts";
import { type AdminActor, requirePermitted } from "./admin_actor.ts";

/** A redirect of the organization for which the actor acts. */
export interface AdminRedirectAddress {
  actor: AdminActor;
  /** An earlier slug, a path of the site, or an absolute URL. */
  from: string;
}

/** The actions on the redirects of an organization. They all need `posts:write`, because redirects can name drafts. */
export class RedirectActions {
  readonly #redirects: Redirects;

  constructor({ redirects }: { redirects: Redirects }) {
    this.#redirects = redirects;
  }

  /** Returns a page of the redirects to posts of every status. */
  async list(actor: AdminActor, query: PageQuery = {}): Promise<RedirectList> {
    requirePermitted(actor, "posts:write");
    return this.#redirects.list(actor.organizationSlug, query);
  }

  /**
   * Adds a redirect to a post.
   *
   * @returns the redirect, and true if it is new
   * @throws {InvalidInputError} if the input is invalid
   * @throws {NotFoundError} if the organization has no such post
   * @throws {AlreadyExistsError} if a post has the slug `from`, or another post has the redirect
   */
  async add(actor: AdminActor, input: RedirectInput): Promise<{ redirect: Redirect; isNew: boolean }> {
    requirePermitted(actor, "posts:write");
    return this.#redirects.add(actor.organizationSlug, input);
  }

  /**
   * Removes a redirect.
   *
   * @throws {NotFoundError} if the organization has no such redirect
   */
  async remove({ actor, from }: AdminRedirectAddress): Promise<void> {
    requirePermitted(actor, "posts:write");
    if (await this.#redirects.remove(actor.organizationSlug, from)) return;
    throw new NotFoundError(
      `Cannot remove the redirect: "${actor.organizationSlug}" has none from "${from}"`,
    );
  }
}
