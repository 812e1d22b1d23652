import { AlreadyExistsError } from "../../base/errors.ts";
import type { RandomBytes } from "../../base/secrets/random.ts";
import { foldText } from "../../base/text/fold_text.ts";
import { firstOwner, type User } from "../../access/mod.ts";
import { isOrganizationSlug, type Organizations } from "../../content/mod.ts";
import type { StoreAndClock } from "../../store/mod.ts";

/** A new organization of a user. */
export interface NewOrganization {
  /** 1 to 200 characters. */
  name: string;
  /** Absolute http or https URL of its site. */
  siteUrl: string;
  /** The name in addresses. Default: derived from the name. */
  slug?: string;
}

/** Dependencies of {@link createOwned}. */
export interface CreateOwnedDeps extends StoreAndClock {
  randomBytes: RandomBytes;
  organizations: Organizations;
}

/** Maximum length of a slug that is derived from a name, so that a number fits behind it. */
const longestDerived = 58;
/** Number of slugs that are tried. */
const mostTried = 50;

/**
 * Creates an organization with its owner in one commit.
 *
 * @returns the slug
 * @throws {InvalidInputError} if the input is invalid
 * @throws {AlreadyExistsError} if the slug is taken
 */
export async function createOwned(
  deps: CreateOwnedDeps,
  owner: User,
  input: NewOrganization,
): Promise<string> {
  const { organizations } = deps;
  for (let number = 1; ; number++) {
    const slug = input.slug ?? numbered(slugOf(input.name), number);
    try {
      const isFree = isOrganizationSlug(slug) && (await organizations.get(slug)) === null;
      // Without the owner's records, the creation only reports the fault of the slug.
      await organizations.create({ ...input, slug }, isFree ? await firstOwner(deps, owner, slug) : {});
      return slug;
    } catch (error) {
      const isTaken = error instanceof AlreadyExistsError && input.slug === undefined;
      if (!isTaken || number === mostTried) throw error;
    }
  }
}

function numbered(slug: string, number: number): string {
  return number === 1 ? slug : `${slug}-${number}`;
}

/** Derives a slug from a name. A name without Latin letters and digits gives `organization`. */
function slugOf(name: string): string {
  const words = foldText(name).match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, longestDerived).replace(/-$/, "") || "organization";
}
