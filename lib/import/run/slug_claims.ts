import { Claims } from "./claims.ts";
import type { ImportSettings } from "./import_settings.ts";
import { slugWithNumber } from "./numbered_slug.ts";

/** The slugs that the posts of one import take. */
export class SlugClaims {
  readonly #claims = new Claims(slugWithNumber);
  /** True if a post whose slug is taken gets a number. */
  readonly isNumbering: boolean;

  constructor({ onConflict = "suffix" }: Pick<ImportSettings, "onConflict">) {
    this.isNumbering = onConflict === "suffix";
  }

  /** Claims a slug that was planned. Returns false if another post of the import has it. */
  claimPlanned(slug: string): boolean {
    return this.#claims.claim(slug);
  }

  /** Claims a slug, or the next with a number. Returns null if another post of the import has it, and the post is to be skipped. */
  claim(wanted: string): string | null {
    // A name without letters and digits has no slug. Validation rejects that post.
    if (wanted === "" || this.#claims.claim(wanted)) return wanted;
    return this.isNumbering ? this.next(wanted) : null;
  }

  /** Claims the next slug with a number, because a post in the store has the slug. */
  next(wanted: string): string {
    return this.#claims.claimNext(wanted);
  }
}
