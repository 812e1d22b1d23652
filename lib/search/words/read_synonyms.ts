import { validated } from "../../base/input/validate.ts";
import { type Organization, synonymsInput } from "../../content/mod.ts";
import { Synonyms } from "./synonyms.ts";

/**
 * Reads the synonyms of an organization, which may come from a host.
 *
 * @throws {TypeError} if the admin API would refuse them. It names the organization and the line of the invalid group
 */
export function readSynonyms({ slug, synonyms }: Pick<Organization, "slug" | "synonyms">): Synonyms {
  const validation = validated(synonymsInput, synonyms);
  if (validation.isValid) return new Synonyms(validation.output);
  const { pointer = "", message = "" } = validation.fields[0] ?? {};
  const [, group, word] = pointer.split("/");
  const place = [...placeOf("line", group), ...placeOf("word", word)].join(", ");
  throw new TypeError(
    `Cannot search in "${slug}": its synonyms${place && `, ${place},`} ${message}. Correct them in the content source.`,
  );
}

function placeOf(name: string, index: string | undefined): string[] {
  return index === undefined ? [] : [`${name} ${Number(index) + 1}`];
}
