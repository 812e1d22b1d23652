import * as v from "valibot";
import type { Clock } from "../../base/time/clock.ts";
import { noOrganization } from "../../base/errors.ts";
import type { Change, HostChange, Outbox, PostEventData } from "../../events/mod.ts";
import { toIsoString } from "../../base/time/timestamp.ts";
import { validate } from "../../base/input/validate.ts";
import type { CheckedSource, Organization } from "./content_source.ts";
import type { Post } from "../posts/post_forms.ts";
import { longestPathPart } from "../../base/api_address.ts";
import { postsVersionKey } from "../posts/post_record.ts";

/** Dependencies of {@link recordHostChange}. */
export interface HostChangesDeps {
  source: CheckedSource;
  clock: Clock;
  outbox: Outbox;
}

const action = "Cannot record the change";

const text = v.pipe(
  v.string("must be a text"),
  v.nonEmpty("must not be empty"),
  v.maxLength(longestPathPart, `must be at most ${longestPathPart} characters`),
);
const hostChange = v.strictObject({ organization: text, slug: v.exactOptional(text) });

/**
 * Records that a host has changed a post or an organization. The source's response decides the event.
 *
 * @throws {InvalidInputError} if the input is invalid
 * @throws {NotFoundError} if the organization does not exist
 */
export async function recordHostChange(
  { source, clock, outbox }: HostChangesDeps,
  change: HostChange,
): Promise<void> {
  const { organization: organizationSlug, slug } = validate(hostChange, change, action);
  const organization = await source.findOrganization(organizationSlug);
  if (organization === null) throw noOrganization(action, organizationSlug);
  const event =
    slug === undefined
      ? organizationEvent(organization)
      : postEvent(organization, slug, {
          post: await source.getPost(organizationSlug, slug),
          now: clock.now(),
        });
  // The search index of each process compares the version of this record.
  await outbox.commit(organizationSlug, { sets: [{ key: postsVersionKey, data: {} }] }, [event]);
}

function organizationEvent({ id, slug, name, siteUrl }: Organization): Change {
  return { type: "organization.updated", data: { id, slug, name, siteUrl } };
}

function postEvent(
  { section, language }: Organization,
  slug: string,
  { post, now }: { post: Post | null; now: number },
): Change {
  if (post === null) return { type: "post.unpublished", data: { slug, revision: now } };
  const { id, name, articleSection = section, inLanguage = language, tags = [] } = post;
  const publishedAt = toIsoString(post.publishedAt);
  const data: PostEventData = {
    id,
    slug: post.slug,
    revision: now,
    name,
    section: articleSection,
    language: inLanguage,
    tags,
    ...(publishedAt === undefined ? {} : { publishedAt }),
    updatedAt: toIsoString(post.updatedAt) ?? new Date(now).toISOString(),
  };
  return { type: "post.updated", data };
}
