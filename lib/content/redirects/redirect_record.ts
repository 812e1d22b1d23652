import type { KeyPart, StoreChanges } from "../../store/mod.ts";
import { isPostSlug, slugPattern } from "../slug.ts";
import { isWebUrl, webUrlPattern } from "../web_url.ts";

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

/** Rule for the address of a redirect, for error messages. */
export const redirectRule = "must be a slug, a path of the site such as /2016/03/hello/, or an absolute URL";

/** Maximum length of an address, in UTF-16 code units. */
export const longestAddress = 2000;

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

const sitePath = /^\/(?![/\\])[^\s\\\p{Cc}]+$/u;

/** JSON Schema pattern of the address of a redirect. It does not check for Unicode form NFC, which slugs also need. */
export const redirectPattern: string = [slugPattern, sitePath.source, webUrlPattern].join("|");

/** True for the address of a redirect, see {@link redirectRule}. */
export function isRedirectAddress(text: string): boolean {
  return text.length <= longestAddress && (isPostSlug(text) || sitePath.test(text) || isWebUrl(text));
}

/** True for an address that a store may hold: earlier versions accepted control characters. */
export function isStoredAddress(text: string): boolean {
  return isRedirectAddress(text.replaceAll(/\p{Cc}/gu, "-"));
}

/**
 * Returns the redirects for an earlier address of a post. A path with a slug in it gives two: the site redirects the path, and the public
 * API redirects the slug.
 *
 * @param postUrlTemplate path of a post's page, with `{slug}`
 */
export function redirectsFor(
  address: Omit<StoredRedirect, "slug" | "path">,
  postUrlTemplate: string,
): StoredRedirect[] {
  const { from } = address;
  if (isPostSlug(from)) return [address];
  const slug = slugInPath(from, postUrlTemplate);
  if (slug === undefined) return [address];
  return [
    { ...address, slug },
    { ...address, from: slug, path: from },
  ];
}

/** Returns the slug in the path of a post's page, or in a path of a single part such as `/old-slug/`. */
function slugInPath(path: string, postUrlTemplate: string): string | undefined {
  if (!path.startsWith("/")) return undefined;
  const [before = "", after = ""] = postUrlTemplate.split("{slug}").map(withoutSlashes);
  const whole = withoutSlashes(path);
  const isPage =
    whole.startsWith(before) && whole.endsWith(after) && whole.length > before.length + after.length;
  const inner = isPage ? withoutSlashes(whole.slice(before.length, whole.length - after.length)) : whole;
  return [inner, whole].map(decoded).find((slug) => slug !== undefined && isPostSlug(slug));
}

function withoutSlashes(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === "/") start++;
  while (end > start && text[end - 1] === "/") end--;
  return text.slice(start, end);
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text).normalize("NFC");
  } catch {
    return undefined;
  }
}
