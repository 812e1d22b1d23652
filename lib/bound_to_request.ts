/** Cloudflare's runtime ends what a request has begun with that request: none may wait for what another one does. */
export const isBoundToRequest: boolean =
  (globalThis as { navigator?: { userAgent?: string } }).navigator?.userAgent === "Cloudflare-Workers";
