import { detachedText } from "./detached_text.ts";

const maxSlugLength = 200;

/** The slugs that the posts of one import take. Without claims, two posts with one slug would overwrite each other. */
export class SlugClaims {
  readonly #claimed = new Set<string>();
  /** The last number that was tried for a slug. */
  readonly #numbers = new Map<string, number>();

  /** Claims a slug. Returns false if another post of the import has it. */
  claim(slug: string): boolean {
    if (this.#claimed.has(slug)) return false;
    this.#claimed.add(detachedText(slug));
    return true;
  }

  /** Claims the first free slug of `hello-2`, `hello-3` and so on. */
  claimNext(slug: string): string {
    for (let number = (this.#numbers.get(slug) ?? 1) + 1; ; number++) {
      const next = withNumber(slug, number);
      if (!this.claim(next)) continue;
      this.#numbers.set(slug, number);
      return next;
    }
  }
}

/** True if a slug is the wanted slug, or the wanted slug with a number. */
export function isNumbered(slug: string, wanted: string): boolean {
  if (slug === wanted) return true;
  const number = Number(slug.slice(slug.lastIndexOf("-") + 1));
  return Number.isSafeInteger(number) && slug === withNumber(wanted, number);
}

function withNumber(slug: string, number: number): string {
  const suffix = `-${number}`;
  return `${slug.slice(0, maxSlugLength - suffix.length)}${suffix}`;
}
