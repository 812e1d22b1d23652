import { wellFormed } from "./text/well_formed.ts";

/** Path of the public API below its base path. */
export const publicApiRoot = "/api/public/v1";

/** Path of the admin API below its base path. */
export const adminApiRoot = "/api/admin/v1";

/** Last part of the address of the Model Context Protocol that needs a key or a token. */
export const signedInPart = "signed-in";

/** Path of the metadata of the authorization server (RFC 8414, section 3.1), before the base path. */
export const serverMetadataPath = "/.well-known/oauth-authorization-server";

/** Path of the metadata of a resource (RFC 9728, section 3.1), before the path of the resource. */
export const resourceMetadataPath = "/.well-known/oauth-protected-resource";

/** Maximum length of a path parameter. No resource has a longer name. */
export const longestPathPart = 1000;

/** Place at which clients reach an API. */
export interface ApiPlace {
  /** Origin of absolute addresses, such as `https://api.example`. Default: the address is a path. */
  apiOrigin?: string | undefined;
  /** First part of every path. */
  basePath: string;
}

/** Returns the address of a resource of the public API. All addresses that Postern prints, sends or stores come from here. */
export function publicApiAddress(place: ApiPlace, ...names: readonly string[]): string {
  return addressOf(place, publicApiRoot, names);
}

/** Returns the address of a resource of the admin API. */
export function adminApiAddress(place: ApiPlace, ...names: readonly string[]): string {
  return addressOf(place, adminApiRoot, names);
}

/** Returns the address at which programs read the post of a preview link. */
export function previewAddress(
  place: ApiPlace,
  { organizationSlug, slug }: { organizationSlug: string; slug: string },
  token: string,
): string {
  return `${publicApiAddress(place, "post", organizationSlug, slug)}?preview=${token}`;
}

/** Returns the address of the page that shows the post of a preview link to a person. */
export function previewPageAddress(
  place: ApiPlace,
  { organizationSlug, slug }: { organizationSlug: string; slug: string },
  token: string,
): string {
  return `${publicApiAddress(place, "preview", organizationSlug, slug)}?preview=${token}`;
}

function addressOf({ apiOrigin = "", basePath }: ApiPlace, root: string, names: readonly string[]): string {
  // A host's slug may contain lone surrogates, which cannot be percent-encoded.
  const parts = names.map((name) => encodeURIComponent(wellFormed(name)));
  return [apiOrigin + basePath + root, ...parts].join("/");
}
