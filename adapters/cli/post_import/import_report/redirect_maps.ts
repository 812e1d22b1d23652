import { toCaddyMap } from "./caddy_map.ts";
import { toNginxMap } from "./nginx_map.ts";
import type { Redirect, RedirectMaps, UnmappedAddress, WrittenMap } from "./redirect.ts";
import { toRedirectsFile } from "../../../../lib/import/writing/mod.ts";

/** Writes redirects for nginx, Caddy and `_redirects`, and names those that a server cannot express. */
export function toRedirectMaps(redirects: readonly Redirect[]): {
  maps: RedirectMaps;
  unmapped: UnmappedAddress[];
} {
  const written = {
    nginx: toNginxMap(redirects),
    caddy: toCaddyMap(redirects),
    _redirects: toRedirectsFile(redirects),
  };
  return {
    maps: {
      nginx: written.nginx.text,
      caddy: written.caddy.text,
      _redirects: written._redirects.text,
    },
    unmapped: [
      ...unmappedIn("nginx", written.nginx),
      ...unmappedIn("caddy", written.caddy),
      ...unmappedIn("_redirects", written._redirects),
    ],
  };
}

function unmappedIn(map: keyof RedirectMaps, { missing }: WrittenMap): UnmappedAddress[] {
  return missing.map(({ from, to, reason }) => ({ from, to, missingIn: [map], reason }));
}
