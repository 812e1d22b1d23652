import { lowerText } from "../../base/text/fold_text.ts";
import { cutText } from "../../base/text/well_formed.ts";
import { comparedText } from "../../base/text/format_characters.ts";

/** Slugs whose path is another endpoint of the API (spec, "Endpoints"). */
const reservedSlugs: ReadonlySet<string> = new Set(["sitemap"]);

/** Maximum length of a post's slug, in UTF-16 code units. */
export const longestSlug = 200;
/** Maximum length of an organization's slug. */
const longestOrganizationSlug = 63;

/** Rule for a post's slug, for error messages. */
export const slugRule: string =
  "must be 1 to 200 letters, digits, `-`, `_` or `.`, begin with a letter or digit, " +
  'be in Unicode form NFC, and not be "sitemap"';

/** JSON Schema pattern of posts' slugs. It does not check for Unicode form NFC, which slugs also need. */
export const slugPattern: string = String.raw`^(?!sitemap$)[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}._-]|[\u200c\u200d](?=[\p{L}\p{M}\p{N}]))*$`;

const slugForm = new RegExp(slugPattern, "u");

/** True if a post may have this slug. */
export function isPostSlug(slug: string): boolean {
  return (
    slug.length <= longestSlug &&
    slugForm.test(slug) &&
    slug === slug.normalize("NFC") &&
    !reservedSlugs.has(slug)
  );
}

/** Returns the slug of which a text is any Unicode form, or undefined if no post can have it. */
export function slugToFind(text: string): string | undefined {
  const slug = text.normalize("NFC");
  return isPostSlug(slug) ? slug : undefined;
}

/** Rule for an organization's slug, for error messages. */
export const organizationSlugRule =
  "must be 1 to 63 lowercase letters a to z, digits or `-`, and begin and end with a letter or digit";

/** True if an organization may have this slug. */
export function isOrganizationSlug(slug: string): boolean {
  return slug.length <= longestOrganizationSlug && /^[a-z0-9]+(?:-+[a-z0-9]+)*$/.test(slug);
}

/**
 * Derives a slug from a name: its letters and digits in lower case, with one `-` between words.
 *
 * @returns an empty string if the name has neither letters nor digits
 */
export function toSlug(name: string): string {
  const words =
    lowerText(comparedText(name)).match(
      /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|[\u200c\u200d](?=[\p{L}\p{M}\p{N}]))*/gu,
    ) ?? [];
  const slug = cutText(words.join("-").normalize("NFC"), longestSlug).replace(/[\u200c\u200d]$/, "");
  return reservedSlugs.has(slug) ? `${slug}-1` : slug;
}
