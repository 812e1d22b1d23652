/** A path of the API stands where a post of this slug would (spec, "Endpoints"). */
const reservedSlugs: ReadonlySet<string> = new Set(["sitemap"]);

/** What a post's slug may be, in words for an error message. */
export const slugRule: string =
  "must be 1 to 200 letters, digits, `-`, `_` or `.`, begin with a letter or digit, " +
  'be in Unicode form NFC, and not be "sitemap"';

/** Allowed slugs of posts as a JSON Schema pattern; Unicode form NFC is a further rule. */
export const slugPattern: string = String.raw`^(?!sitemap$)[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$`;

/** Whether a post may have this slug. */
export function isPostSlug(slug: string): boolean {
  return (
    slug.length <= 200 &&
    /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(slug) &&
    slug === slug.normalize("NFC") &&
    !reservedSlugs.has(slug)
  );
}

/** What an organization's slug may be, in words for an error message. */
export const organizationSlugRule =
  "must be 1 to 63 lowercase letters a to z, digits or `-`, and begin and end with a letter or digit";

/** Whether an organization may have this slug. */
export function isOrganizationSlug(slug: string): boolean {
  return slug.length <= 63 && /^[a-z0-9]+(?:-+[a-z0-9]+)*$/.test(slug);
}

/**
 * Makes a slug of a name: its letters and digits in lower case, everything else one `-`.
 *
 * @returns an empty string when the name has neither letters nor digits
 */
export function toSlug(name: string): string {
  const words =
    name
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  const slug = words
    .join("-")
    .normalize("NFC")
    .slice(0, 200)
    .replace(/[\ud800-\udbff]$/, "");
  return reservedSlugs.has(slug) ? `${slug}-1` : slug;
}
