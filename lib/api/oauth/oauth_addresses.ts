import { publicApiAddress, signedInPart } from "../../base/api_address.ts";

/** Place of the API, whose origin is configured. */
export interface OAuthPlace {
  apiOrigin: string;
  basePath: string;
}

/** Returns the identifier of the authorization server (RFC 8414). */
export function issuerOf({ apiOrigin, basePath }: OAuthPlace): string {
  return apiOrigin + basePath;
}

/** Returns the addresses of the Model Context Protocol of an organization. The first needs a key or a token. */
export function resourcesOf(place: OAuthPlace, organizationSlug: string): [signedIn: string, open: string] {
  const open = publicApiAddress(place, "mcp", organizationSlug);
  return [`${open}/${signedInPart}`, open];
}

/**
 * Returns the slug of the organization that a resource indicator names (RFC 8707), or undefined. Scheme and host may be in upper case, and
 * the path may end with a slash.
 */
export function organizationOfResource(place: OAuthPlace, resource: string): string | undefined {
  if (!URL.canParse(resource) || resource.includes("#")) return undefined;
  const { href } = new URL(resource);
  const [encoded = ""] = href.slice(publicApiAddress(place, "mcp").length + 1).split("/", 1);
  const named = href.endsWith("/") ? href.slice(0, -1) : href;
  try {
    const slug = decodeURIComponent(encoded);
    return slug !== "" && resourcesOf(place, slug).includes(named) ? slug : undefined;
  } catch {
    return undefined;
  }
}
