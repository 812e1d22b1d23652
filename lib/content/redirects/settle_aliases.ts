import { AlreadyExistsError, InvalidInputError } from "../../base/errors.ts";
import type { StoreAndClock } from "../../store/mod.ts";
import type { StoredPost } from "../posts/post_forms.ts";
import type { Site } from "../posts/post_url.ts";
import { sortAliases } from "./live_addresses.ts";
import { hasAddressForm, isNewAddress, redirectRule } from "./normal_address.ts";

/** The write of a post with aliases. */
interface AliasWrite {
  organization: Site & { slug: string };
  /** Slug of the post after the write. */
  slug: string;
  before: StoredPost | null;
  /** True to leave out aliases that are the pages of other posts, for content that the caller cannot correct. Default: they are refused. */
  leavesOut?: boolean;
}

/**
 * Returns the input of a post without aliases that are the pages of other public posts. Aliases that the post has already are not refused.
 *
 * @throws {InvalidInputError} if an alias is a path or URL without a normal form, such as `/%zz`
 * @throws {AlreadyExistsError} if an alias is the page of another public post
 */
export async function settleAliases<Input extends { aliases?: readonly string[] }>(
  { store, clock }: StoreAndClock,
  input: Input,
  { organization, slug, before, leavesOut = false }: AliasWrite,
): Promise<Input> {
  const { aliases = [] } = input;
  if (aliases.length === 0) return input;
  if (!leavesOut) requireNormal(aliases, before?.aliases);
  const post = { organizationSlug: organization.slug, slug, aliases, now: clock.now() };
  const { kept, live } = await sortAliases(store, organization, post);
  if (live.length === 0) return input;
  if (leavesOut) return { ...input, aliases: kept };
  const refused = live.find(({ alias }) => before?.aliases?.includes(alias) !== true);
  if (refused === undefined) return input;
  throw new AlreadyExistsError(
    `Cannot write the post: its alias "${refused.alias}" is the address of the post "${refused.slug}"`,
  );
}

/** Aliases that the post has already, and texts that are no address, are kept and redirect nothing. */
function requireNormal(aliases: readonly string[], former: readonly string[] = []): void {
  const issues = aliases.flatMap((alias, index) => {
    const isRefused = hasAddressForm(alias) && !isNewAddress(alias) && !former.includes(alias);
    return isRefused ? [{ pointer: `/aliases/${index}`, message: redirectRule }] : [];
  });
  if (issues.length > 0) throw new InvalidInputError("Cannot write the post", issues);
}
