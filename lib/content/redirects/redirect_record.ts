import type { KeyPart, StoreChanges } from "../../store/mod.ts";
import type { Site } from "../posts/post_url.ts";
import { isPostSlug } from "../posts/slug.ts";
import { hasAddressForm } from "./normal_address.ts";
import { slugInPath } from "./page_addresses.ts";

/** Reason of a redirect: the post was renamed, the address is in its `aliases`, or somebody added it. */
export type RedirectOrigin = "renamed" | "alias" | "added";

/** A redirect from an earlier address to a post. The post is named by its id, so a later rename needs no change. */
export interface StoredRedirect {
  /** An earlier slug, a path of the site, or an absolute URL. */
  from: string;
  /** Id of the post. */
  id: number;
  origin: RedirectOrigin;
  /** RFC 3339. */
  createdAt: string;
  /** The earlier slug in a path such as `/blog/old-slug`, for which the public API redirects, too. */
  slug?: string;
  /** The path that contains this slug. Lists contain only the path. */
  path?: string;
}

export const redirectPrefix: readonly KeyPart[] = ["redirect"];
export const redirectIndexPrefix: readonly KeyPart[] = ["redirect-of"];

const placeOf = (from: string): KeyPart[] => [isPostSlug(from) ? "slug" : "path", from];

/** Returns the key of the redirect from an address. */
export const redirectKey = (from: string): KeyPart[] => [...redirectPrefix, ...placeOf(from)];

/** Returns the prefix of the index entries of a post's redirects. */
export const redirectsOfPost = (id: number): KeyPart[] => [...redirectIndexPrefix, id];

/** Returns the key of the index entry that belongs to a redirect. */
export const redirectIndexKey = ({ id, from }: Pick<StoredRedirect, "id" | "from">): KeyPart[] => [
  ...redirectsOfPost(id),
  ...placeOf(from),
];

type SetRecord = NonNullable<StoreChanges["sets"]>[number];

/** Returns the record of a redirect, and its index entry. */
export function redirectSets(redirect: StoredRedirect): [SetRecord, SetRecord] {
  return [
    { key: redirectKey(redirect.from), data: redirect },
    { key: redirectIndexKey(redirect), data: { from: redirect.from } },
  ];
}

/** Returns the keys of the records of a redirect. */
export function redirectKeys(redirect: Pick<StoredRedirect, "id" | "from">): KeyPart[][] {
  return [redirectKey(redirect.from), redirectIndexKey(redirect)];
}

/** True for an address that a store may hold: earlier versions accepted control characters, and addresses without a normal form. */
export function isStoredAddress(text: string): boolean {
  return hasAddressForm(text.replaceAll(/\p{Cc}/gu, "-"));
}

/**
 * Returns the redirects for an earlier address of a post, in its normal form. A path with a slug in it gives two: the site redirects the path,
 * and the public API redirects the slug.
 */
export function redirectsFor(address: Omit<StoredRedirect, "slug" | "path">, site: Site): StoredRedirect[] {
  const { from } = address;
  const slug = isPostSlug(from) ? undefined : slugInPath(site, from);
  if (slug === undefined) return [address];
  return [
    { ...address, slug },
    { ...address, from: slug, path: from },
  ];
}
