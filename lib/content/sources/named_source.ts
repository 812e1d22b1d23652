import { adopt, type Awaitable, isPromise } from "../../base/awaitable.ts";
import { organizationNames, withNames } from "../../base/text/name.ts";
import { type CustomFieldType, customFieldTypes } from "../custom_fields/custom_field.ts";
import { postNames } from "../posts/post_fields.ts";
import type { ContentSource, Organization, PostFilter, PostPage, PostQuery } from "./content_source.ts";
import type { Post } from "../posts/post_forms.ts";

/** Filters with a single name, which a source compares itself. */
const namedFilters = ["section", "tag", "author"] as const;

/** Returns a post of a host with normal names. */
export function namedPost(found: Awaitable<Post | null>): Awaitable<Post | null> {
  return mapped(found, (post) => withNames(post, postNames));
}

/** Returns an organization of a host with normal names, and without fields of types that this version does not know. */
export function namedOrganization(found: Awaitable<Organization | null>): Awaitable<Organization | null> {
  return mapped(found, (organization) => withKnownFields(withNames(organization, organizationNames)));
}

function withKnownFields(organization: Organization): Organization {
  const { postFields } = organization;
  if (postFields === undefined || postFields.every(isKnown)) return organization;
  return { ...organization, postFields: postFields.filter(isKnown) };
}

function isKnown({ type }: { type: CustomFieldType }): boolean {
  return customFieldTypes.includes(type);
}

function mapped<Found>(
  found: Awaitable<Found | null>,
  map: (found: Found) => Found,
): Awaitable<Found | null> {
  const mapFound = (value: Found | null): Found | null => value && map(value);
  const adopted = adopt(found);
  return isPromise(adopted) ? adopted.then(mapFound) : mapFound(adopted);
}

/** Lists posts of a host with normal names. */
export async function listNamed(
  source: Pick<ContentSource, "listPosts">,
  organizationSlug: string,
  query: PostQuery,
): Promise<PostPage> {
  const list = async (form: PostQuery): Promise<PostPage> => source.listPosts(organizationSlug, form);
  const page = await inEitherForm(query, list, ({ posts, next }) => posts.length > 0 || next !== null);
  return { ...page, posts: page.posts.map((post) => withNames(post, postNames)) };
}

/** Queries a source by names in Unicode form NFC, and then by their form NFD, which its own names may have, if it finds nothing. */
export async function inEitherForm<Filter extends PostFilter, Found>(
  filter: Filter,
  find: (form: Filter) => Promise<Found>,
  isAny: (found: Found) => boolean,
): Promise<Found> {
  const found = await find(filter);
  const other = { ...filter };
  for (const name of namedFilters) {
    const decomposed = filter[name]?.normalize("NFD");
    if (decomposed !== undefined) other[name] = decomposed;
  }
  const isSame = namedFilters.every((name) => other[name] === filter[name]);
  return isSame || isAny(found) ? found : find(other);
}

/** Returns names in Unicode form NFC, and those in form NFD that differ. */
export function inBothForms(names: readonly string[]): string[] {
  return [...new Set([...names, ...names.map((name) => name.normalize("NFD"))])];
}
