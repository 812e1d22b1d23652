import type { PostsToName } from "../sources/content_port.ts";
import type { CustomFieldPlace } from "../custom_fields/custom_field.ts";
import { effectiveValues, fieldsShown, storedNameOf } from "../custom_fields/custom_values.ts";
import type { Organization } from "../sources/content_source.ts";
import type { References } from "../posts/post_forms.ts";
import { slugsNamedBy } from "../posts/translations.ts";
import { customReferenceKey, type Referring } from "./reference_record.ts";

/**
 * Returns the references of a post that is written, with those in values of the organization's fields. Each of these waits for its slug until it
 * is bound. Values of other types are no references.
 */
export function withCustomReferences(
  { postFields = [] }: Pick<Organization, "postFields">,
  { custom, references = {} }: Referring,
): References {
  if (custom === undefined) return references;
  const waiting = postFields.flatMap((field): [string, string][] => {
    const name = field.type === "reference" ? storedNameOf(field, custom) : undefined;
    const slug = name === undefined ? undefined : String(custom[name]);
    return name === undefined || slug === undefined ? [] : [[customReferenceKey(name, slug), slug]];
  });
  const others = postFields.filter(({ type }) => type !== "reference");
  const known = Object.entries(references).filter(
    ([key]) => !others.some(({ name }) => key.startsWith(customReferenceKey(name, ""))),
  );
  return { ...Object.fromEntries(waiting), ...Object.fromEntries(known) };
}

/** Returns the references that a public response shows in values of the organization's fields: their slugs, and their keys if they are stored. */
export function shownReferences(
  organization: Pick<Organization, "postFields">,
  { custom = {} }: Pick<Referring, "custom">,
  place: Exclude<CustomFieldPlace, "admin">,
): { slug: string; key: string | undefined }[] {
  const fields = fieldsShown(organization, place).filter(({ type }) => type === "reference");
  if (fields.length === 0) return [];
  const values = effectiveValues({ postFields: fields }, custom);
  return fields.flatMap((field) => {
    if (!Object.hasOwn(values, field.name)) return [];
    const slug = String(values[field.name]);
    const name = storedNameOf(field, custom);
    return [{ slug, key: name === undefined ? undefined : customReferenceKey(name, slug) }];
  });
}

/** Returns the slugs of the posts that public posts refer to, each once: by their translations, or by the values that a response shows. */
export function slugsToName(
  organization: Organization,
  { posts, isWhole = false, place }: Omit<PostsToName, "now">,
): string[] {
  if (place === undefined) return slugsNamedBy(organization, posts, { onlyLinked: isWhole });
  const shown = posts.flatMap((post) => shownReferences(organization, post, place));
  return [...new Set(shown.map(({ slug }) => slug))];
}
