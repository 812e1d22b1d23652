import { toSlug } from "../../content/mod.ts";

/** Slugs of names for another system, in which each slug has one name. */
export class UniqueSlugs {
  readonly #form: (text: string) => string;
  readonly #slugs = new Map<string, string>();
  readonly #taken = new Set<string>();
  /** The next number by slug, so that equal slugs take linear time. */
  readonly #next = new Map<string, number>();

  /** @param form returns the slug that the other system makes from a name. It can be empty */
  constructor(form: (name: string) => string = toSlug) {
    this.#form = form;
  }

  has(name: string): boolean {
    return this.#slugs.has(name);
  }

  /** Returns the slug of a name, which is the same for each call. */
  of(name: string): string {
    const known = this.#slugs.get(name);
    if (known !== undefined) return known;
    const base = this.#form(name);
    let slug = base;
    while (slug === "" || this.#taken.has(slug)) {
      const number = this.#next.get(base) ?? (base === "" ? 1 : 2);
      this.#next.set(base, number + 1);
      slug = base === "" ? String(number) : `${base}-${number}`;
    }
    this.#taken.add(slug);
    this.#slugs.set(name, slug);
    return slug;
  }
}

/** Returns the slug of a text if it has only letters and digits of ASCII, or else an empty text. */
export function asciiSlug(text: string): string {
  const slug = toSlug(text.normalize("NFKD").replaceAll(/\p{M}/gu, ""));
  return /^[a-z0-9-]*$/.test(slug) ? slug : "";
}
