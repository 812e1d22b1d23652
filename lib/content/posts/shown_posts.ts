import type { Store, StoreAndClock } from "../../store/mod.ts";
import type { CustomField, CustomValues } from "../custom_fields/custom_field.ts";
import { hiddenValues, visibleValues } from "../custom_fields/custom_values.ts";
import { findPostHeads } from "./find_post.ts";
import { organizationLocation, type OrganizationRecord } from "../organizations/organizations.ts";
import type { PostAddress, StoredPost } from "./post_forms.ts";
import type { PostJudge } from "./writes/post_precondition.ts";
import { withStatusAt } from "./lists/post_list_query.ts";
import { withoutReferences } from "../references/reference_record.ts";

/** The fields that an organization defines. */
export interface OrganizationFields {
  postFields?: readonly CustomField[];
}

/** Shows a stored post as the admin API does: with the status in force, without hidden values and without the ids of its references. */
export function shownStored<Shown extends StoredPost>(
  organization: OrganizationFields,
  post: Shown,
  now: number,
): Shown {
  const shown = withStatusAt(withoutReferences(post), now);
  if (shown.custom === undefined) return shown;
  const { custom, ...rest } = shown;
  const visible = visibleValues(organization, custom);
  return (Object.keys(visible).length === 0 ? rest : { ...rest, custom: visible }) as Shown;
}

/** Shows stored posts by {@link shownStored}. Only posts with values of the organization's fields need a read of the organization. */
export async function showStored<Shown extends StoredPost>(
  { store, clock }: StoreAndClock,
  organizationSlug: string,
  posts: readonly Shown[],
  known?: OrganizationFields,
): Promise<Shown[]> {
  const hasValues = posts.some(({ custom }) => custom !== undefined);
  const organization = hasValues ? (known ?? (await readFields(store, organizationSlug))) : {};
  const now = clock.now();
  return posts.map((post) => shownStored(organization, post, now));
}

/** Reads the values of a post that no field of its organization shows, by the names under which they are stored. A missing post has none. */
export async function readHiddenValues(
  store: Store,
  { organizationSlug, slug }: PostAddress,
  judge?: PostJudge,
): Promise<CustomValues> {
  const [post] = await findPostHeads(store, organizationSlug, [slug]);
  if (post !== undefined) judge?.requireWritable(post);
  if (post?.custom === undefined) return {};
  return hiddenValues(await readFields(store, organizationSlug), post.custom);
}

/** Reads the fields that an organization defines. A missing organization defines none. */
export async function readFields(store: Store, organizationSlug: string): Promise<OrganizationFields> {
  const found = await store.get<OrganizationRecord>(organizationLocation(organizationSlug));
  return found?.data ?? {};
}
