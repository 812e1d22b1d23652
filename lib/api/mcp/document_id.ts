import { cutText } from "../../base/text/well_formed.ts";

/** Maximum length of a heading in an id. Its beginning finds the section, too. */
const longestHeading = 100;

/** The place of a search result: a post, or an entry of its FAQ. */
interface ResultPlace {
  type: string;
  slug: string;
  heading?: string | undefined;
  fragment?: string | undefined;
}

/** Returns the id of a search result, as the tool `fetch` reads it: the slug of a post, or `slug#fragment` of a FAQ entry. */
export function documentIdOf({ type, slug, heading = "", fragment }: ResultPlace): string {
  const section = fragment ?? cutText(heading, longestHeading);
  return type === "faq" && section !== "" ? `${slug}#${section}` : slug;
}

/** Reads an id of {@link documentIdOf}. A slug has no `#`. */
export function readDocumentId(id: string): { slug: string; section?: string } {
  const mark = id.indexOf("#");
  return mark === -1 ? { slug: id } : { slug: id.slice(0, mark), section: id.slice(mark + 1) };
}
