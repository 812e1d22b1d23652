import { cutText } from "../../base/text/well_formed.ts";

const maxSlugLength = 200;

/** True if a slug is the wanted slug, or the wanted slug with a number. */
export function isNumbered(slug: string, wanted: string): boolean {
  if (slug === wanted) return true;
  const number = Number(slug.slice(slug.lastIndexOf("-") + 1));
  return Number.isSafeInteger(number) && slug === slugWithNumber(wanted, number);
}

/** Returns a slug with a number, such as `hello-2`. */
export function slugWithNumber(slug: string, number: number): string {
  const suffix = `-${number}`;
  return `${cutText(slug, maxSlugLength - suffix.length)}${suffix}`;
}
