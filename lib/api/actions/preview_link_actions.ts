import type { NewPreviewLink, PreviewLinkInput, PreviewLinkPage, Previews } from "../../content/mod.ts";
import { NotFoundError } from "../../base/errors.ts";
import type { PageQuery } from "../../base/input/page_query.ts";
import { type AdminPostAddress, type AdminActor, requirePermitted, sharedPost } from "./admin_actor.ts";
import { writerOf } from "./rights/post_rights.ts";

/**
 * The actions on preview links. They need `posts:write`, or `posts:write-own` for posts that the actor created, because a link shows drafts.
 * Creating a link also needs `posts:read`, because the link shows the post to everyone.
 */
export class PreviewLinkActions {
  readonly #previews: Previews;

  constructor({ previews }: { previews: Previews }) {
    this.#previews = previews;
  }

  /**
   * Creates a link to a post of any status.
   *
   * @throws {InvalidInputError} if the input is invalid, or the post has 100 links
   * @throws {NotFoundError} if the organization has no such post or revision
   */
  async create({ actor, slug }: AdminPostAddress, input: PreviewLinkInput = {}): Promise<NewPreviewLink> {
    const writer = writerOf(actor);
    requirePermitted(actor, "posts:read");
    return this.#previews.create(addressOf(actor, slug), input, writer);
  }

  /**
   * Returns a page of the valid links of a post, without their tokens.
   *
   * @throws {NotFoundError} if the organization has no such post
   */
  async list({ actor, slug }: AdminPostAddress, query: PageQuery = {}): Promise<PreviewLinkPage> {
    const { judge } = writerOf(actor);
    const known = await sharedPost(actor, slug);
    return this.#previews.list(addressOf(actor, slug), query, { known, judge });
  }

  /**
   * Revokes a link. It stops to work immediately.
   *
   * @throws {NotFoundError} if the organization has no such post or link
   */
  async revoke({ actor, slug, id }: AdminPostAddress & { id: string }): Promise<void> {
    if (await this.#previews.revoke(addressOf(actor, slug), id, writerOf(actor))) return;
    throw new NotFoundError(`Cannot revoke the preview link: "${slug}" has no link "${id}"`);
  }
}

function addressOf(
  { organizationSlug }: AdminActor,
  slug: string,
): { organizationSlug: string; slug: string } {
  return { organizationSlug, slug };
}
