import { audienceNames } from "../organizations/audience_names.ts";
import { rowsOf } from "../../base/fields/field.ts";
import { restrictsByName } from "../posts/restricting_names.ts";
import { postFields } from "../posts/post_fields.ts";

/** Fields of a post outside of the table, and names that front matter has by a rule of its own. */
const otherNames = (
  "html markdown markdownDialect custom faqEntries structuredData head isContentWithheld " +
  "category categories taxonomies permalink path draft isDraft alias redirectFrom translationKey pageId ref " +
  "eleventyExcludeFromCollections cascade build"
).split(" ");

/** Names in lower case without `_`, which names of fields do not have. */
const reserved: ReadonlySet<string> = new Set(
  [
    ...rowsOf(postFields).flatMap(([name, { frontMatter = [] }]) => [name, ...frontMatter]),
    ...otherNames,
    ...Object.values(audienceNames).flat(),
  ].map((name) => name.toLowerCase().replaceAll("_", "")),
);

/** True for a name that every object or function has, such as `constructor`. */
export function isObjectProperty(name: string): boolean {
  return name in Object.prototype || name === "prototype";
}

/** True for a name that objects, posts or front matter use already, in any case. */
export function isReservedName(name: string): boolean {
  return isObjectProperty(name) || reserved.has(name.toLowerCase()) || restrictsByName(name);
}
